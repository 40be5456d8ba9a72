// SPDX-License-Identifier: GPL-3.0-or-later
//
// y = A · v for a matrix A of n rows and m columns, stored row by row. Document 004, chapter 7.
//
// Each says its grid, of blocks of any number of threads. A name with "Published" is what the document printed, written
// anew with its arithmetic, its accesses and its mistakes; a wrong line is marked "defect".


// One row for each thread. At any time, neighbouring threads read places that are m elements apart.
// Grid ⌈n/blockDim.x⌉. Listing 7.1, whose lost definition of i is put back; the rest of it is right.
template <typename T>
__global__ void matvecRows(T *y, const T *A, const T *v, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    T sum = 0;
    for (int j = 0; j < m; ++j)
        sum += A[i * m + j] * v[j];
    y[i] = sum;
}


// ROWS rows for each thread, one after the other.
// Grid ⌈⌈n/ROWS⌉/blockDim.x⌉. Listing 7.2.
template <int ROWS, typename T>
__global__ void matvecRowBlocks(T *y, const T *A, const T *v, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = 0; k < ROWS && i * ROWS + k < n; ++k) {
        T sum = 0;
        for (int j = 0; j < m; ++j)
            sum += A[(i * ROWS + k) * m + j] * v[j];
        y[i * ROWS + k] = sum;
    }
}

template <int ROWS, typename T>
__global__ void matvecRowBlocksPublished(T *y, const T *A, const T *v, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = 0; k < ROWS && i * ROWS + k < n; ++k) {
        T sum = 0;
        for (int j = 0; j < m; ++j)
            sum += A[(i + k) * m + j] * v[j];  // defect: row i + k instead of row i · ROWS + k
        y[i * ROWS + k] = sum;
    }
}


// One column for each thread: neighbours read neighbouring elements of A, but all threads add to the same element of y,
// so each addition must be atomic. y must hold zeros before.
// Grid ⌈m/blockDim.x⌉. Listing 7.3. Who forgets the zeros gets them added: that is the published variant's defect.
template <typename T>
__global__ void matvecColumns(T *y, const T *A, const T *v, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m)
        return;

    for (int i = 0; i < n; ++i)
        atomicAdd(&y[i], A[i * m + j] * v[j]);
}


// What is compiled.
#define COMPILE(kernel, T) template __global__ void kernel<T>(T *, const T *, const T *, int, int);
#define COMPILE_ROWS(ROWS, T)                                                                     \
    template __global__ void matvecRowBlocks<ROWS, T>(T *, const T *, const T *, int, int);       \
    template __global__ void matvecRowBlocksPublished<ROWS, T>(T *, const T *, const T *, int, int);
#define COMPILE_TYPE(T)       \
    COMPILE(matvecRows, T)    \
    COMPILE(matvecColumns, T) \
    COMPILE_ROWS(1, T)        \
    COMPILE_ROWS(2, T)        \
    COMPILE_ROWS(4, T)        \
    COMPILE_ROWS(8, T)

COMPILE_TYPE(float)
COMPILE_TYPE(double)
COMPILE_TYPE(int)
