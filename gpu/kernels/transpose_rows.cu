// SPDX-License-Identifier: GPL-3.0-or-later
//
// B = Aᵀ as in transpose.cu, with any number of rows of threads for a tile: TILE × ROWS threads go over it in TILE/ROWS
// steps. transpose.cu has TILE/4.
//
// Grid ⌈width/TILE⌉ × ⌈height/TILE⌉.
template <int TILE, int ROWS, int PAD, typename T>
__global__ void transposeTiledRows(T *B, const T *A, int width, int height)
{
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


// What is compiled.
#define COMPILE(TILE, ROWS, PAD)                                                                        \
    template __global__ void transposeTiledRows<TILE, ROWS, PAD>(float *, const float *, int, int);     \
    template __global__ void transposeTiledRows<TILE, ROWS, PAD>(double *, const double *, int, int);   \
    template __global__ void transposeTiledRows<TILE, ROWS, PAD>(int *, const int *, int, int);
#define COMPILE_BOTH(TILE, ROWS) \
    COMPILE(TILE, ROWS, 0)       \
    COMPILE(TILE, ROWS, 1)

COMPILE_BOTH(4, 2)
COMPILE_BOTH(4, 4)
COMPILE_BOTH(8, 1)
COMPILE_BOTH(8, 4)
COMPILE_BOTH(8, 8)
COMPILE_BOTH(16, 2)
COMPILE_BOTH(16, 8)
COMPILE_BOTH(16, 16)
COMPILE_BOTH(32, 4)
COMPILE_BOTH(32, 16)
COMPILE_BOTH(32, 32)
