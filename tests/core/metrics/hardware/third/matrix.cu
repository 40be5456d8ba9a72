// SPDX-License-Identifier: GPL-3.0-or-later
// Matrices and systems of equations.
#include <cuda_fp16.h>

#define TILE 32

// C = A · B, n a multiple of 32: tiles of 32 × 32 by 16 × 16 threads, each with 2 × 2 sums in registers.
extern "C" __global__ void matrixRegisters(const float* __restrict__ a, const float* __restrict__ b,
                                           float* __restrict__ c, int n) {
    __shared__ float as[TILE][TILE];
    __shared__ float bs[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    float sum[2][2] = {};
    for (int k0 = 0; k0 < n; k0 += TILE) {
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) {
                const int y = ty + 16 * i, x = tx + 16 * j;
                as[y][x] = a[(row + y) * n + k0 + x];
                bs[y][x] = b[(k0 + y) * n + column + x];
            }
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            const float a0 = as[ty][k], a1 = as[ty + 16][k];
            const float b0 = bs[k][tx], b1 = bs[k][tx + 16];
            sum[0][0] += a0 * b0;
            sum[0][1] += a0 * b1;
            sum[1][0] += a1 * b0;
            sum[1][1] += a1 * b1;
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) c[(row + ty + 16 * i) * n + column + tx + 16 * j] = sum[i][j];
}

// C = A · Bᵀ, one thread an element.
extern "C" __global__ void matrixTransposedB(const float* a, const float* b, float* c, int rows, int columns, int inner) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[column * inner + k];
    c[row * columns + column] = sum;
}

// C = U · B with U upper triangular.
extern "C" __global__ void matrixUpper(const float* u, const float* b, float* c, int n) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = row; k < n; ++k) sum += u[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}

// C = A · B in tiles of 16 × 16, any sizes: what lies outside is 0.
extern "C" __global__ void matrixRagged(const double* a, const double* b, double* c, int rows, int inner, int columns) {
    __shared__ double as[16][16];
    __shared__ double bs[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    double sum = 0;
    for (int tile = 0; tile < (inner + 15) / 16; ++tile) {
        const int ka = tile * 16 + tx, kb = tile * 16 + ty;
        as[ty][tx] = row < rows && ka < inner ? a[row * inner + ka] : 0.0;
        bs[ty][tx] = kb < inner && column < columns ? b[kb * columns + column] : 0.0;
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (row < rows && column < columns) c[row * columns + column] = sum;
}

// One step of Jacobi's method for A · x = b.
extern "C" __global__ void matrixJacobi(const double* a, const double* b, const double* x, double* next, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = 0;
    for (int j = 0; j < n; ++j)
        if (j != i) sum += a[i * n + j] * x[j];
    next[i] = (b[i] - sum) / a[i * n + i];
}

// A step of conjugate gradients: x += alpha p, r −= alpha q, and the sum of r².
extern "C" __global__ void matrixCgStep(float* x, float* r, const float* p, const float* q, float alpha, float* square,
                                        int n) {
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        x[i] += alpha * p[i];
        const float rest = r[i] - alpha * q[i];
        r[i] = rest;
        sum += rest * rest;
    }
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if ((threadIdx.x & 31) == 0) atomicAdd(square, sum);
}

// y = A · x, A in half precision, a warp a row, two elements a load.
extern "C" __global__ void matrixHalf(const __half2* a, const __half2* x, float* y, int rows, int pairs) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int k = lane; k < pairs; k += 32) {
        const float2 product = __half22float2(__hmul2(a[row * pairs + k], x[k]));
        sum += product.x + product.y;
    }
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (lane == 0) y[row] = sum;
}
