// SPDX-License-Identifier: GPL-3.0-or-later
// Document 003's method 2 as its authors compiled it: with n known to the compiler. Nothing else differs from
// globalMemoryPublished of gpu/kernels/matmul.cu.
template <int BLOCK, int n>
__global__ void knownN(float *C, const float *A, const float *B)
{
    int row = blockIdx.y * BLOCK + threadIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;

    float sum = 0;
    for (int i = 0; i < n / BLOCK; ++i)
        for (int k = 0; k < BLOCK; ++k)
            sum += A[(row + i) * BLOCK + k] * B[(k + i) * BLOCK + col];
    C[row * n + col] = sum;
}

template __global__ void knownN<8, 64>(float *, const float *, const float *);
template __global__ void knownN<8, 128>(float *, const float *, const float *);
template __global__ void knownN<8, 256>(float *, const float *, const float *);
template __global__ void knownN<16, 64>(float *, const float *, const float *);
template __global__ void knownN<16, 128>(float *, const float *, const float *);
template __global__ void knownN<16, 256>(float *, const float *, const float *);
template __global__ void knownN<32, 64>(float *, const float *, const float *);
template __global__ void knownN<32, 128>(float *, const float *, const float *);
template __global__ void knownN<32, 256>(float *, const float *, const float *);
