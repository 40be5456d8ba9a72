// SPDX-License-Identifier: GPL-3.0-or-later
//
// C = A · B for n × n matrices, as in matmul.cu, with blocks that are no squares: as wide as a tile, but with fewer rows of
// threads, or more. What a block reads at once, how much a thread computes and how many blocks a multiprocessor holds then
// change one by one.

// One thread computes one element, all from global memory.
// Grid ⌈n/blockDim.x⌉ × ⌈n/blockDim.y⌉.
template <typename T>
__global__ void globalMemoryRows(T *C, const T *A, const T *B, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n)
        return;

    T sum = 0;
    for (int k = 0; k < n; ++k)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}


// Tiles of BLOCK × BLOCK elements in shared memory, and BLOCK × ROWS threads: each loads, and computes, BLOCK/ROWS elements
// of its column, ROWS rows apart. An element of B that came from shared memory serves all of them.
// Grid ⌈n/BLOCK⌉ × ⌈n/BLOCK⌉.
template <int BLOCK, int ROWS, typename T>
__global__ void tiledRows(T *C, const T *A, const T *B, int n)
{
    constexpr int EACH = BLOCK / ROWS;
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * BLOCK + ty;  // of the first element
    int col = blockIdx.x * BLOCK + tx;

    T sum[EACH] = {};
    for (int m = 0; m < n; m += BLOCK) {
#pragma unroll
        for (int e = 0; e < EACH; ++e) {
            int down = e * ROWS;
            As[ty + down][tx] = row + down < n && m + tx < n ? A[(row + down) * n + m + tx] : T(0);
            Bs[ty + down][tx] = m + ty + down < n && col < n ? B[(m + ty + down) * n + col] : T(0);
        }
        __syncthreads();  // both tiles are complete

#pragma unroll
        for (int k = 0; k < BLOCK; ++k) {
            T b = Bs[k][tx];
#pragma unroll
            for (int e = 0; e < EACH; ++e)
                sum[e] += As[ty + e * ROWS][k] * b;
        }
        __syncthreads();  // nobody needs them any more
    }

#pragma unroll
    for (int e = 0; e < EACH; ++e)
        if (row + e * ROWS < n && col < n)
            C[(row + e * ROWS) * n + col] = sum[e];
}


// What is compiled: half, a quarter and an eighth as many rows of threads as a tile has.
template __global__ void globalMemoryRows<float>(float *, const float *, const float *, int);
template __global__ void globalMemoryRows<double>(double *, const double *, const double *, int);
template __global__ void globalMemoryRows<int>(int *, const int *, const int *, int);

#define COMPILE(BLOCK, ROWS)                                                                       \
    template __global__ void tiledRows<BLOCK, ROWS>(float *, const float *, const float *, int);    \
    template __global__ void tiledRows<BLOCK, ROWS>(double *, const double *, const double *, int); \
    template __global__ void tiledRows<BLOCK, ROWS>(int *, const int *, const int *, int);

COMPILE(4, 2)
COMPILE(4, 1)
COMPILE(8, 4)
COMPILE(8, 2)
COMPILE(8, 1)
COMPILE(16, 8)
COMPILE(16, 4)
COMPILE(16, 2)
COMPILE(32, 16)
COMPILE(32, 8)
COMPILE(32, 4)
