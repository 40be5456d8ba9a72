// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a Cholesky factorisation by blocks does to its blocks, without cuBLAS. Document 004, section 8.4.
//
//   name           right for every size; `pitch` elements lie between two rows of a block.
//   namePublished  what the document printed, written anew with its arithmetic, its accesses and its mistakes. A wrong
//                  line is marked "defect".
//
// T is the side of a block of threads, and of a tile. There are 8 × T threads where a thread does T/8 elements.


// out = in transposed, by way of a tile in shared memory, so that both sides go along rows.
// Its extra column keeps the threads of a warp in different banks. Listing 8.13.
template <int T>
__global__ void transpose(double *out, const double *in, int width, int height, int pitch)
{
    __shared__ double tile[T][T + 1];

    int x = blockIdx.x * T + threadIdx.x;
    int y = blockIdx.y * T + threadIdx.y;
    for (int i = 0; i < T; i += blockDim.y)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * pitch + x];
    __syncthreads();

    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    for (int i = 0; i < T; i += blockDim.y)
        if (x < height && y + i < width)
            out[(y + i) * pitch + x] = tile[threadIdx.x][threadIdx.y + i];
}

template <int T>
__global__ void transposePublished(double *out, const double *in, int width, int height)
{
    __shared__ double tile[T][T + 1];

    int x = blockIdx.x * T + threadIdx.x;
    int y = blockIdx.y * T + threadIdx.y;
    int from = x + y * width;

    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    int to = x + y * height;

    for (int i = 0; i < T; i += blockDim.y)
        tile[threadIdx.y + i][threadIdx.x] = in[from + i * width];  // defect: no guard, for multiples of T only
    __syncthreads();
    for (int i = 0; i < T; i += blockDim.y)
        out[to + i * height] = tile[threadIdx.x][threadIdx.y + i];
}


// C = A · B, with A of rows × inner and B of inner × columns elements, tile by tile in shared memory. Listing 8.14.
template <int T>
__global__ void multiply(double *C, const double *A, const double *B, int rows, int inner, int columns, int pitch)
{
    __shared__ double As[T][T];
    __shared__ double Bs[T][T];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;

    double sum = 0;
    for (int m = 0; m < inner; m += T) {
        As[ty][tx] = row < rows && m + tx < inner ? A[row * pitch + m + tx] : 0;
        Bs[ty][tx] = m + ty < inner && col < columns ? B[(m + ty) * pitch + col] : 0;
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < rows && col < columns)
        C[row * pitch + col] = sum;
}

template <int T>
__global__ void multiplyPublished(double *C, const double *A, const double *B, int widthA, int widthB)
{
    __shared__ double As[T][T];
    __shared__ double Bs[T][T];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int begin = widthA * T * blockIdx.y;
    int end = begin + widthA - 1;

    double sum = 0;
    for (int a = begin, b = T * blockIdx.x; a <= end; a += T, b += T * widthB) {
        As[ty][tx] = A[a + widthA * ty + tx];  // defect: no guard, for multiples of T only
        Bs[ty][tx] = B[b + widthB * ty + tx];
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[widthB * T * blockIdx.y + T * blockIdx.x + widthB * ty + tx] = sum;
}


// B = B - A. The document has it as the sum of vectors of 5.1.2, with 192 threads a block.
__global__ void subtract(double *B, const double *A, int width, int height, int pitch)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < width * height) {
        int at = i / width * pitch + i % width;
        B[at] = B[at] - A[at];
    }
}


// X · Aᵀ = B, where A is lower triangular and X takes the place of B: for each column k, one after the other, two
// kernels. First the column is divided by A's element on the diagonal, one thread a row …
__global__ void divideColumn(double *B, const double *A, int height, int k, int pitch)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;

    if (y < height)
        B[y * pitch + k] /= A[k * pitch + k];
}

// … then it is taken out of the columns to its right, one thread an element.
__global__ void updateColumns(double *B, const double *A, int width, int height, int k, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (y < height && x > k && x < width)
        B[y * pitch + x] -= A[x * pitch + k] * B[y * pitch + k];
}

// Both in one kernel. Listing 8.16.
__global__ void solvePublished(const double *A, double *B, int width, int height, int k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    double factor = 1 / A[k * width + k];

    if (y < height) {
        B[y * width + k] = factor * B[y * width + k];  // defect: every thread of the row does this, in every block
        if (x > k && x < width) {
            factor = A[x * width + k];
            B[y * width + x] -= factor * B[y * width + k];  // defect: others may be about to divide what is read here
        }
    }
}


#define COMPILE(T)                                                                                \
    template __global__ void transpose<T>(double *, const double *, int, int, int);               \
    template __global__ void transposePublished<T>(double *, const double *, int, int);           \
    template __global__ void multiply<T>(double *, const double *, const double *, int, int, int, int); \
    template __global__ void multiplyPublished<T>(double *, const double *, const double *, int, int);
COMPILE(8)
COMPILE(16)
COMPILE(32)
