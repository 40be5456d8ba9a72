// SPDX-License-Identifier: GPL-3.0-or-later
// Made into debug.ptx by: nvcc -ptx -arch=compute_75 -G debug.cu
template <int Side, typename T>
__global__ void fill(T* out) {
    __shared__ T tile[Side];
    tile[threadIdx.x] = T(threadIdx.x);
    out[threadIdx.x] = tile[threadIdx.x];
}
template __global__ void fill<16, float>(float*);
