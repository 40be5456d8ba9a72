// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody may read the tiles before all have written them.
extern "C" __global__ void bug(float *C, const float *A, const float *B, int n)
{
    __shared__ float As[16][16], Bs[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int m = 0; m < n; m += 16) {
        As[y][x] = A[(blockIdx.y * 16 + y) * n + m + x];  // AND
        Bs[y][x] = B[(m + y) * n + blockIdx.x * 16 + x];  // AND
        for (int k = 0; k < 16; ++k)
            sum += As[y][k] * Bs[k][x];  // BUG
        __syncthreads();
    }
    C[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}

extern "C" __global__ void fixed(float *C, const float *A, const float *B, int n)
{
    __shared__ float As[16][16], Bs[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int m = 0; m < n; m += 16) {
        As[y][x] = A[(blockIdx.y * 16 + y) * n + m + x];
        Bs[y][x] = B[(m + y) * n + blockIdx.x * 16 + x];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[y][k] * Bs[k][x];
        __syncthreads();
    }
    C[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}
