// SPDX-License-Identifier: GPL-3.0-or-later
//
// C = A · B for square matrices of n × n elements, stored row by row.
//
// All kernels are launched with blocks of BLOCK × BLOCK threads; each says its grid. There are two of most:
//
//   name           right for every n: outside the matrices it reads nothing (zero stands for it) and writes nothing.
//   namePublished  what a document printed, written anew with its arithmetic, its accesses and its mistakes. It has no
//                  guards: n must be a multiple of BLOCK (of 2 · BLOCK from rect2 on). A wrong line is marked "defect".


// One block computes all of C, one BLOCK × BLOCK tile after the other.
// Grid 1 × 1. Document 003, method 1.
template <int BLOCK, typename T>
__global__ void singleBlock(T *C, const T *A, const T *B, int n)
{
    for (int col = threadIdx.x; col < n; col += BLOCK)
        for (int row = threadIdx.y; row < n; row += BLOCK) {
            T sum = 0;
            for (int k = 0; k < n; ++k)
                sum += A[row * n + k] * B[k * n + col];
            C[row * n + col] = sum;
        }
}

template <int BLOCK, typename T>
__global__ void singleBlockPublished(T *C, const T *A, const T *B, int n)
{
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    for (int bx = 0; bx < n / BLOCK; ++bx)
        for (int by = 0; by < n / BLOCK; ++by) {
            int row = by * BLOCK + ty;
            int col = bx * BLOCK + tx;
            T sum = 0;
            for (int k = 0; k < n; ++k)
                sum += A[ty * n + k] * B[k * n + tx];  // defect: ty, tx instead of row, col; all tiles become the first
            C[row * n + col] = sum;
        }
}


// One thread computes one element, all from global memory.
// Grid ⌈n/BLOCK⌉ × ⌈n/BLOCK⌉. Document 003, method 2; document 001, Par 1 (the right one).
template <int BLOCK, typename T>
__global__ void globalMemory(T *C, const T *A, const T *B, int n)
{
    int row = blockIdx.y * BLOCK + threadIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= n || col >= n)
        return;

    T sum = 0;
    for (int k = 0; k < n; ++k)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}

template <int BLOCK, typename T>
__global__ void globalMemoryPublished(T *C, const T *A, const T *B, int n)
{
    int row = blockIdx.y * BLOCK + threadIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;

    T sum = 0;
    for (int i = 0; i < n / BLOCK; ++i)
        for (int k = 0; k < BLOCK; ++k)
            sum += A[(row + i) * BLOCK + k] * B[(k + i) * BLOCK + col];  // defect: rows are n long, not BLOCK, and
    C[row * n + col] = sum;                                              //         i counts tiles, not rows
}


// A block brings a tile of A and a tile of B into shared memory, where BLOCK threads use each element.
// Grid ⌈n/BLOCK⌉ × ⌈n/BLOCK⌉. Document 000, "tile normal"; document 004, listing 8.14.
template <int BLOCK, typename T>
__global__ void tiled(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * BLOCK + ty;
    int col = blockIdx.x * BLOCK + tx;

    T sum = 0;
    for (int m = 0; m < n; m += BLOCK) {
        As[ty][tx] = row < n && m + tx < n ? A[row * n + m + tx] : T(0);
        Bs[ty][tx] = m + ty < n && col < n ? B[(m + ty) * n + col] : T(0);
        __syncthreads();  // both tiles are complete

#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();  // nobody needs them any more
    }

    if (row < n && col < n)
        C[row * n + col] = sum;
}

template <int BLOCK, typename T>
__global__ void tiledPublished(T *C, const T *A, const T *B, int n)  // no defect but the missing guards
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * BLOCK + ty;
    int col = blockIdx.x * BLOCK + tx;

    T sum = 0;
    for (int m = 0; m < n; m += BLOCK) {
        As[ty][tx] = A[row * n + m + tx];
        Bs[ty][tx] = B[(m + ty) * n + col];
        __syncthreads();

#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    C[row * n + col] = sum;
}


// One thread computes two elements, BLOCK columns apart: a tile of A serves two tiles of B, one after the other. The next
// tiles are fetched into registers while the present ones are used.
// Grid ⌈n/(2·BLOCK)⌉ × ⌈n/BLOCK⌉. Document 000.
template <int BLOCK, typename T>
__global__ void rect2(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * BLOCK + ty;
    int col = blockIdx.x * 2 * BLOCK + tx;
    int col2 = col + BLOCK;

    T nextA = row < n && tx < n ? A[row * n + tx] : T(0);
    T nextB = ty < n && col < n ? B[ty * n + col] : T(0);
    T nextB2 = ty < n && col2 < n ? B[ty * n + col2] : T(0);
    As[ty][tx] = nextA;
    Bs[ty][tx] = nextB;
    __syncthreads();

    T sum = 0;
    T sum2 = 0;
    for (int next = BLOCK; next < n + BLOCK; next += BLOCK) {  // the tiles at next - BLOCK are in use
        nextA = row < n && next + tx < n ? A[row * n + next + tx] : T(0);
        nextB = next + ty < n && col < n ? B[(next + ty) * n + col] : T(0);
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();

        Bs[ty][tx] = nextB2;
        __syncthreads();

        nextB2 = next + ty < n && col2 < n ? B[(next + ty) * n + col2] : T(0);
        for (int k = 0; k < BLOCK; ++k)
            sum2 += As[ty][k] * Bs[k][tx];
        __syncthreads();

        As[ty][tx] = nextA;
        Bs[ty][tx] = nextB;
        __syncthreads();
    }

    if (row < n && col < n)
        C[row * n + col] = sum;
    if (row < n && col2 < n)
        C[row * n + col2] = sum2;
}

template <int BLOCK, typename T>
__global__ void rect2Published(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * BLOCK + ty;
    int col = blockIdx.x * 2 * BLOCK + tx;
    int col2 = col + BLOCK;

    T nextA = A[row * n + tx];
    T nextB = B[ty * n + col];
    T nextB2 = B[ty * n + col2];
    As[ty][tx] = nextA;
    Bs[ty][tx] = nextB;
    __syncthreads();

    T sum = 0;
    T sum2 = 0;
    for (int m = 0; m < n / BLOCK; ++m) {
        nextA = A[row * n + m * BLOCK + tx];    // defect: fetches tile m, which is in use, not tile m + 1
        nextB = B[(m * BLOCK + ty) * n + col];  // defect: the same
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();

        Bs[ty][tx] = nextB2;
        __syncthreads();

        nextB2 = B[(m * BLOCK + ty) * n + col2];  // defect: the same
        for (int k = 0; k < BLOCK; ++k)
            sum2 += As[ty][k] * Bs[k][tx];
        __syncthreads();

        As[ty][tx] = nextA;
        Bs[ty][tx] = nextB;  // defect: no barrier between these stores and the loads that follow
    }

    C[row * n + col] = sum;
    C[row * n + col2] = sum2;
}


// One thread computes four elements, BLOCK columns apart each: a tile of A serves four tiles of B, which take turns in
// shared memory. What rect2 does for two, for as many as document 000 suggests.
// Grid ⌈n/(4·BLOCK)⌉ × ⌈n/BLOCK⌉.
template <int BLOCK, typename T>
__global__ void rect4Row(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * BLOCK + ty;
    int col = blockIdx.x * 4 * BLOCK + tx;

    T sum[4] = {};
    for (int m = 0; m < n; m += BLOCK) {
        As[ty][tx] = row < n && m + tx < n ? A[row * n + m + tx] : T(0);

        T nextB = m + ty < n && col < n ? B[(m + ty) * n + col] : T(0);
#pragma unroll
        for (int tile = 0; tile < 4; ++tile) {
            Bs[ty][tx] = nextB;
            __syncthreads();  // the tile of B (and, in the first round, that of A) is complete

            int nextCol = col + (tile + 1) * BLOCK;
            nextB = tile < 3 && m + ty < n && nextCol < n ? B[(m + ty) * n + nextCol] : T(0);
            for (int k = 0; k < BLOCK; ++k)
                sum[tile] += As[ty][k] * Bs[k][tx];
            __syncthreads();  // nobody needs it any more
        }
    }

#pragma unroll
    for (int tile = 0; tile < 4; ++tile)
        if (row < n && col + tile * BLOCK < n)
            C[row * n + col + tile * BLOCK] = sum[tile];
}


// One thread computes two elements, BLOCK columns apart, from one tile of A and a double tile of B. While these are used,
// the next ones come into a second pair of shared arrays. (A thread reads there only what it wrote: registers would do.)
// Grid ⌈n/(2·BLOCK)⌉ × ⌈n/BLOCK⌉. Document 003, method 6, two elements a thread.
template <int BLOCK, typename T>
__global__ void rect2Prefetch(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][2 * BLOCK];
    __shared__ T nextAs[BLOCK][BLOCK];
    __shared__ T nextBs[BLOCK][2 * BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tx2 = tx + BLOCK;
    int row = blockIdx.y * BLOCK + ty;
    int col = blockIdx.x * 2 * BLOCK + tx;
    int col2 = col + BLOCK;

    nextAs[ty][tx] = row < n && tx < n ? A[row * n + tx] : T(0);
    nextBs[ty][tx] = ty < n && col < n ? B[ty * n + col] : T(0);
    nextBs[ty][tx2] = ty < n && col2 < n ? B[ty * n + col2] : T(0);

    T sum = 0;
    T sum2 = 0;
    for (int next = BLOCK; next < n + BLOCK; next += BLOCK) {  // the tiles at next - BLOCK are in use
        As[ty][tx] = nextAs[ty][tx];
        Bs[ty][tx] = nextBs[ty][tx];
        Bs[ty][tx2] = nextBs[ty][tx2];
        __syncthreads();

        nextAs[ty][tx] = row < n && next + tx < n ? A[row * n + next + tx] : T(0);
        nextBs[ty][tx] = next + ty < n && col < n ? B[(next + ty) * n + col] : T(0);
        nextBs[ty][tx2] = next + ty < n && col2 < n ? B[(next + ty) * n + col2] : T(0);

#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum2 += As[ty][k] * Bs[k][tx2];
        __syncthreads();
    }

    if (row < n && col < n)
        C[row * n + col] = sum;
    if (row < n && col2 < n)
        C[row * n + col2] = sum2;
}

template <int BLOCK, typename T>
__global__ void rect2PrefetchPublished(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][2 * BLOCK];
    __shared__ T nextAs[BLOCK][BLOCK];
    __shared__ T nextBs[BLOCK][2 * BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tx2 = tx + BLOCK;
    int row = blockIdx.y * BLOCK + ty;
    int col = blockIdx.x * 2 * BLOCK + tx;
    int col2 = col + BLOCK;

    nextAs[ty][tx] = A[row * n + tx];
    nextBs[ty][tx] = B[ty * n + col];
    nextBs[ty][tx2] = B[ty * n + col2];

    T sum = 0;
    T sum2 = 0;
    for (int m = 0; m < n; m += BLOCK) {
        As[ty][tx] = nextAs[ty][tx];
        Bs[ty][tx] = nextBs[ty][tx];
        Bs[ty][tx2] = nextBs[ty][tx2];
        __syncthreads();

        nextAs[ty][tx] = A[row * n + m + tx];      // defect: fetches the tiles in use, not the next ones
        nextBs[ty][tx] = B[(m + ty) * n + col];    // defect: the same
        nextBs[ty][tx2] = B[(m + ty) * n + col2];  // defect: the same

#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum += As[ty][k] * Bs[k][tx];
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum2 += As[ty][k] * Bs[k][tx2];
        __syncthreads();
    }

    C[row * n + col] = sum;
    C[row * n + col2] = sum2;
}


// One thread computes four elements, BLOCK rows and BLOCK columns apart, from double tiles of A and of B; the rest is as
// before.
// Grid ⌈n/(2·BLOCK)⌉ × ⌈n/(2·BLOCK)⌉. Document 003, method 6, four elements a thread.
template <int BLOCK, typename T>
__global__ void rect4Prefetch(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[2 * BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][2 * BLOCK];
    __shared__ T nextAs[2 * BLOCK][BLOCK];
    __shared__ T nextBs[BLOCK][2 * BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tx2 = tx + BLOCK;
    int ty2 = ty + BLOCK;
    int row = blockIdx.y * 2 * BLOCK + ty;
    int col = blockIdx.x * 2 * BLOCK + tx;
    int row2 = row + BLOCK;
    int col2 = col + BLOCK;

    nextAs[ty][tx] = row < n && tx < n ? A[row * n + tx] : T(0);
    nextAs[ty2][tx] = row2 < n && tx < n ? A[row2 * n + tx] : T(0);
    nextBs[ty][tx] = ty < n && col < n ? B[ty * n + col] : T(0);
    nextBs[ty][tx2] = ty < n && col2 < n ? B[ty * n + col2] : T(0);

    T sum11 = 0, sum12 = 0;
    T sum21 = 0, sum22 = 0;
    for (int next = BLOCK; next < n + BLOCK; next += BLOCK) {  // the tiles at next - BLOCK are in use
        As[ty][tx] = nextAs[ty][tx];
        As[ty2][tx] = nextAs[ty2][tx];
        Bs[ty][tx] = nextBs[ty][tx];
        Bs[ty][tx2] = nextBs[ty][tx2];
        __syncthreads();

        nextAs[ty][tx] = row < n && next + tx < n ? A[row * n + next + tx] : T(0);
        nextAs[ty2][tx] = row2 < n && next + tx < n ? A[row2 * n + next + tx] : T(0);
        nextBs[ty][tx] = next + ty < n && col < n ? B[(next + ty) * n + col] : T(0);
        nextBs[ty][tx2] = next + ty < n && col2 < n ? B[(next + ty) * n + col2] : T(0);

#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum11 += As[ty][k] * Bs[k][tx];
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum12 += As[ty][k] * Bs[k][tx2];
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum21 += As[ty2][k] * Bs[k][tx];
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum22 += As[ty2][k] * Bs[k][tx2];
        __syncthreads();
    }

    if (row < n && col < n)
        C[row * n + col] = sum11;
    if (row < n && col2 < n)
        C[row * n + col2] = sum12;
    if (row2 < n && col < n)
        C[row2 * n + col] = sum21;
    if (row2 < n && col2 < n)
        C[row2 * n + col2] = sum22;
}

template <int BLOCK, typename T>
__global__ void rect4PrefetchPublished(T *C, const T *A, const T *B, int n)
{
    __shared__ T As[2 * BLOCK][BLOCK];
    __shared__ T Bs[BLOCK][2 * BLOCK];
    __shared__ T nextAs[2 * BLOCK][BLOCK];
    __shared__ T nextBs[BLOCK][2 * BLOCK];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tx2 = tx + BLOCK;
    int ty2 = ty + BLOCK;
    int row = blockIdx.y * 2 * BLOCK + ty;
    int col = blockIdx.x * 2 * BLOCK + tx;
    int row2 = row + BLOCK;
    int col2 = col + BLOCK;

    nextAs[ty][tx] = A[row * n + tx];
    nextAs[ty2][tx] = A[row2 * n + tx];
    nextBs[ty][tx] = B[ty * n + col];
    nextBs[ty][tx2] = B[ty * n + col2];

    T sum11 = 0, sum12 = 0;
    T sum21 = 0, sum22 = 0;
    for (int m = 0; m < n; m += BLOCK) {
        As[ty][tx] = nextAs[ty][tx];
        As[ty2][tx] = nextAs[ty2][tx];
        Bs[ty][tx] = nextBs[ty][tx];
        Bs[ty][tx2] = nextBs[ty][tx2];
        __syncthreads();

        nextAs[ty][tx] = A[row * n + m + tx];      // defect: fetches the tiles in use, not the next ones
        nextAs[ty2][tx] = A[row2 * n + m + tx];    // defect: the same
        nextBs[ty][tx] = B[(m + ty) * n + col];    // defect: the same
        nextBs[ty][tx2] = B[(m + ty) * n + col2];  // defect: the same

#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum11 += As[ty][k] * Bs[k][tx];
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum11 += As[ty][k] * Bs[k][tx2];   // defect: sum11 instead of sum12
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum11 += As[ty2][k] * Bs[k][tx];   // defect: sum11 instead of sum21
#pragma unroll
        for (int k = 0; k < BLOCK; ++k)
            sum11 += As[ty2][k] * Bs[k][tx2];  // defect: sum11 instead of sum22
        __syncthreads();
    }

    C[row * n + col] = sum11;
    C[row * n + col2] = sum12;
    C[row2 * n + col] = sum21;
    C[row2 * n + col2] = sum22;
}


// What is compiled: the right kernel and the published one, for a block side and an element type.
#define COMPILE(kernel, BLOCK, T)                                              \
    template __global__ void kernel<BLOCK, T>(T *, const T *, const T *, int); \
    template __global__ void kernel##Published<BLOCK, T>(T *, const T *, const T *, int);
#define COMPILE_ALL_TYPES(kernel, BLOCK) \
    COMPILE(kernel, BLOCK, float)        \
    COMPILE(kernel, BLOCK, double)       \
    COMPILE(kernel, BLOCK, int)
#define COMPILE_ALL_KERNELS(BLOCK)          \
    COMPILE_ALL_TYPES(singleBlock, BLOCK)   \
    COMPILE_ALL_TYPES(globalMemory, BLOCK)  \
    COMPILE_ALL_TYPES(tiled, BLOCK)         \
    COMPILE_ALL_TYPES(rect2, BLOCK)         \
    COMPILE_ALL_TYPES(rect2Prefetch, BLOCK) \
    COMPILE(rect4Prefetch, BLOCK, float)    \
    COMPILE(rect4Prefetch, BLOCK, int)

COMPILE_ALL_KERNELS(4)
COMPILE_ALL_KERNELS(8)
COMPILE_ALL_KERNELS(16)
COMPILE_ALL_KERNELS(32)

// With double, rect4Prefetch needs 64 · BLOCK² bytes of shared memory: 64 KB for BLOCK 32, and a block has 48 KB.
COMPILE(rect4Prefetch, 4, double)
COMPILE(rect4Prefetch, 8, double)
COMPILE(rect4Prefetch, 16, double)

// Block sides of document 000 (n = 1000 and 2000) and of document 001 (n = 100, 200 and 31).
COMPILE_ALL_TYPES(tiled, 20)
COMPILE_ALL_TYPES(tiled, 25)
COMPILE_ALL_TYPES(rect2, 20)
COMPILE_ALL_TYPES(rect2, 25)
#define COMPILE_RECT4_ROW(BLOCK)                                                        \
    template __global__ void rect4Row<BLOCK>(float *, const float *, const float *, int);    \
    template __global__ void rect4Row<BLOCK>(double *, const double *, const double *, int); \
    template __global__ void rect4Row<BLOCK>(int *, const int *, const int *, int);
COMPILE_RECT4_ROW(4)
COMPILE_RECT4_ROW(8)
COMPILE_RECT4_ROW(16)
COMPILE_RECT4_ROW(20)
COMPILE_RECT4_ROW(25)
COMPILE_RECT4_ROW(32)
COMPILE_ALL_TYPES(globalMemory, 25)
COMPILE_ALL_TYPES(globalMemory, 29)
COMPILE_ALL_TYPES(globalMemory, 31)
