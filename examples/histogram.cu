// SPDX-License-Identifier: GPL-3.0-or-later
// How often each byte occurs: every block counts in shared memory, then adds its counts to the total.

__global__ void histogram(const unsigned char* data, int n, unsigned int* counts) {
    __shared__ unsigned int mine[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) mine[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[data[i]], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
        if (mine[bin] != 0) atomicAdd(&counts[bin], mine[bin]);
}
