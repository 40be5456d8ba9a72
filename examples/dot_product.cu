// SPDX-License-Identifier: GPL-3.0-or-later
// The dot product in double precision; each warp adds its part to the result by an atomic.

__global__ void dotProduct(const double* a, const double* b, int n, double* result) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double product = i < n ? a[i] * b[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2) product += __shfl_xor_sync(0xffffffffu, product, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(result, product);
}
