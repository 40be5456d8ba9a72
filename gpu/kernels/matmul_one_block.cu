// SPDX-License-Identifier: GPL-3.0-or-later
//
// C = A · B for square matrices of n × n elements, stored row by row, by one block of threads. Document 001.
//
//   name           right for every n.
//   namePublished  what the document printed, written anew with its arithmetic, its accesses and its mistakes. A wrong
//                  line is marked "defect".


// The block walks over C in steps of its own size, until all of C is done.
// Grid 1 × 1, any block. Document 001, Par 2.
template <typename T>
__global__ void oneBlock(T *C, const T *A, const T *B, int n)
{
    for (int row = threadIdx.y; row < n; row += blockDim.y)
        for (int col = threadIdx.x; col < n; col += blockDim.x) {
            T sum = 0;
            for (int k = 0; k < n; ++k)
                sum += A[row * n + k] * B[k * n + col];
            C[row * n + col] = sum;
        }
}

template <typename T>
__global__ void oneBlockPublished(T *C, const T *A, const T *B, int n)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;

    if (col < n && row < n) {  // defect: with one block only its first blockDim.x × blockDim.y elements are computed
        T sum = 0;
        for (int k = 0; k < n; ++k)
            sum += A[row * n + k] * B[k * n + col];
        C[row * n + col] = sum;
    }
}


// Both matrices fit into shared memory as a whole: each thread brings one element of each, then computes one of C.
// Grid 1 × 1, block N × N, so N ≤ 32. Document 001, shared memory (there N = 31).
template <int N, typename T>
__global__ void wholeShared(T *C, const T *A, const T *B)
{
    __shared__ T As[N][N];
    __shared__ T Bs[N][N];

    int col = threadIdx.x;
    int row = threadIdx.y;

    As[row][col] = A[row * N + col];
    Bs[row][col] = B[row * N + col];
    __syncthreads();  // both matrices are complete

    T sum = 0;
    for (int k = 0; k < N; ++k)
        sum += As[row][k] * Bs[k][col];
    C[row * N + col] = sum;
}

template <int N, typename T>
__global__ void wholeSharedPublished(T *C, const T *A, const T *B)
{
    __shared__ T As[N][N];
    __shared__ T Bs[N][N];

    int col = threadIdx.x;
    int row = threadIdx.y;

    if (col < N && row < N) {
        As[row][col] = A[row * N + col];
        Bs[row][col] = B[row * N + col];
                                             // defect: no barrier, so that other warps' elements may not be there yet
        T sum = 0;
        for (int k = 0; k < N; ++k)
            sum += As[row][k] * Bs[k][col];
        C[row * N + col] = sum;
    }
}


#define COMPILE_ONE_BLOCK(T)                                                  \
    template __global__ void oneBlock<T>(T *, const T *, const T *, int);     \
    template __global__ void oneBlockPublished<T>(T *, const T *, const T *, int);
COMPILE_ONE_BLOCK(float)
COMPILE_ONE_BLOCK(double)
COMPILE_ONE_BLOCK(int)

#define COMPILE_WHOLE_SHARED(N, T)                                            \
    template __global__ void wholeShared<N, T>(T *, const T *, const T *);    \
    template __global__ void wholeSharedPublished<N, T>(T *, const T *, const T *);
#define COMPILE_ALL_TYPES(N)        \
    COMPILE_WHOLE_SHARED(N, float)  \
    COMPILE_WHOLE_SHARED(N, double) \
    COMPILE_WHOLE_SHARED(N, int)
COMPILE_ALL_TYPES(4)
COMPILE_ALL_TYPES(8)
COMPILE_ALL_TYPES(15)
COMPILE_ALL_TYPES(16)
COMPILE_ALL_TYPES(24)
COMPILE_ALL_TYPES(31)
COMPILE_ALL_TYPES(32)
