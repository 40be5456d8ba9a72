// SPDX-License-Identifier: GPL-3.0-or-later
//
// B = Aᵀ for a matrix A of height rows and width columns, stored row by row. Document 004, listing 8.13.
//
// A block brings a tile of TILE × TILE elements into shared memory row by row, and writes it column by column: so that
// global memory is read and written in whole rows. Its TILE × ROWS threads go over the tile in TILE/ROWS steps. Reading a
// column of the tile would hit one bank of shared memory again and again; PAD = 1 makes its rows one element longer, and
// so moves each row on by a bank.
//
// Grid ⌈width/TILE⌉ × ⌈height/TILE⌉.
template <int TILE, int PAD, typename T>
__global__ void transposeTiled(T *B, const T *A, int width, int height)
{
    constexpr int ROWS = TILE / 4;
    __shared__ T tile[TILE][TILE + PAD];

    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        if (row + i < height && column < width)
            tile[threadIdx.y + i][threadIdx.x] = A[(row + i) * width + column];
    __syncthreads();

    column = blockIdx.y * TILE + threadIdx.x;  // of B, whose tiles lie the other way round
    row = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        if (row + i < width && column < height)
            B[(row + i) * height + column] = tile[threadIdx.x][threadIdx.y + i];
}

template <int TILE, int PAD, typename T>
__global__ void transposeTiledPublished(T *B, const T *A, int width, int height)
{
    constexpr int ROWS = TILE / 4;
    __shared__ T tile[TILE][TILE + PAD];

    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        tile[threadIdx.y + i][threadIdx.x] = A[(row + i) * width + column];  // defect: may lie outside A
    __syncthreads();

    column = blockIdx.y * TILE + threadIdx.x;
    row = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        B[(row + i) * height + column] = tile[threadIdx.x][threadIdx.y + i];  // defect: may lie outside B
}


// What is compiled.
#define COMPILE(TILE, PAD, T)                                                     \
    template __global__ void transposeTiled<TILE, PAD, T>(T *, const T *, int, int); \
    template __global__ void transposeTiledPublished<TILE, PAD, T>(T *, const T *, int, int);
#define COMPILE_TYPES(TILE, PAD) \
    COMPILE(TILE, PAD, float)    \
    COMPILE(TILE, PAD, double)   \
    COMPILE(TILE, PAD, int)

COMPILE_TYPES(4, 0)
COMPILE_TYPES(4, 1)
COMPILE_TYPES(8, 0)
COMPILE_TYPES(8, 1)
COMPILE_TYPES(16, 0)
COMPILE_TYPES(16, 1)
COMPILE_TYPES(32, 0)
COMPILE_TYPES(32, 1)
