// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work for the cells of a triangle: which block of threads gets which cells?
//
// M is an n × n matrix, stored row by row, of which only a triangle is wanted: the cells (row, col) with col <= row.
// Without the diagonal it is the same triangle of n - 1 rows, one row further down; therefore all kernels are told the
// `first` row: 0 with the diagonal, 1 without it.
//
// A tile is what one block of blockDim.x × blockDim.x threads works on. Tiles have a row i and a column j, and those with
// j <= i make a triangle of `rows` rows again: rows · (rows + 1) / 2 tiles. A *map* tells each block which tile is its own.
// All maps below find the same tiles; they differ in how many blocks they launch for them, and in what finding costs.
//
// A kernel is a map with a kind of work: Index, Distance<1> … Distance<4> or Collision.


// ---------------------------------------------------------------------------------------------------------------------
// Work: what a cell is to hold. `data` is whatever the kind of work looks at.

// The dummy: a cell's own index. Hardly any work, so that nearly all of the time is the map's. There is no data.
struct Index {
    using Result = int;

    static __device__ int of(const float *, int n, int row, int col)
    {
        return row * n + col;
    }
};

// Euclidean distance between the points number row and col. Data: n points of D coordinates each.
template <int D>
struct Distance {
    using Result = float;

    static __device__ float of(const float *points, int, int row, int col)
    {
        float sum = 0;
#pragma unroll
        for (int d = 0; d < D; ++d) {
            float difference = points[row * D + d] - points[col * D + d];
            sum += difference * difference;
        }
        return sqrtf(sum);
    }
};

// Do the spheres number row and col touch? 1 or 0. Data: n spheres of x, y, z and radius each.
struct Sphere {
    float x, y, z, radius;
};

__device__ int touch(Sphere a, Sphere b)
{
    float dx = a.x - b.x;
    float dy = a.y - b.y;
    float dz = a.z - b.z;
    float reach = a.radius + b.radius;
    return dx * dx + dy * dy + dz * dz <= reach * reach;
}

struct Collision {
    using Result = int;

    static __device__ int of(const float *spheres, int, int row, int col)
    {
        const float *a = spheres + row * 4;
        const float *b = spheres + col * 4;
        return touch({a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]});
    }
};


// ---------------------------------------------------------------------------------------------------------------------
// A block works on tile (i, j), each thread on one cell of it. Tiles on the diagonal and at the edge of M are not full.

template <typename Work>
__device__ void workOnTile(typename Work::Result *M, const float *data, int n, int first, int i, int j)
{
    int row = first + i * blockDim.x + threadIdx.y;
    int col = j * blockDim.x + threadIdx.x;
    if (row < n && col <= row - first)
        M[row * n + col] = Work::of(data, n, row, col);
}

// A tile of collisions looks at few spheres many times: they come into shared memory first.
template <>
__device__ void workOnTile<Collision>(int *M, const float *spheres, int n, int first, int i, int j)
{
    __shared__ float ofRows[4][32];  // x, y, z and radius of the spheres of the tile's rows
    __shared__ float ofCols[4][32];  // and of its columns

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int top = first + i * blockDim.x;
    int left = j * blockDim.x;
    if (ty == 0)
        for (int k = 0; k < 4; ++k) {
            if (top + tx < n)
                ofRows[k][tx] = spheres[(top + tx) * 4 + k];
            if (left + tx < n)
                ofCols[k][tx] = spheres[(left + tx) * 4 + k];
        }
    __syncthreads();

    int row = top + ty;
    int col = left + tx;
    if (row < n && col <= row - first)
        M[row * n + col] = touch({ofRows[0][ty], ofRows[1][ty], ofRows[2][ty], ofRows[3][ty]},
                                 {ofCols[0][tx], ofCols[1][tx], ofCols[2][tx], ofCols[3][tx]});
}


// ---------------------------------------------------------------------------------------------------------------------
// BB, the bounding box: as many blocks as a whole square has tiles. Those above the diagonal find nothing to do.
// Grid rows × rows.
template <typename Work>
__global__ void bb(typename Work::Result *M, const float *data, int n, int first)
{
    int i = blockIdx.y;
    int j = blockIdx.x;
    if (j > i)
        return;
    workOnTile<Work>(M, data, n, first, i, j);
}


// ---------------------------------------------------------------------------------------------------------------------
// LTM, the lower triangular map: the blocks are numbered, and number lambda = 0, 1, 2, … gets the tiles row by row:
//
//    0
//    1  2
//    3  4  5        before row i there are T(i) = i (i + 1) / 2 tiles; so i is the largest number with T(i) <= lambda
//    6  7  8  9
//
// Solved for i: the whole part of sqrt(1/4 + 2 lambda) - 1/2. How the root is computed decides how far that is right.

__device__ unsigned long long T(unsigned long long i)
{
    return i * (i + 1) / 2;
}

struct Sqrt {  // the document's formula, in float
    static __device__ int row(unsigned lambda)
    {
        return (int)(sqrtf(0.25f + 2.0f * lambda) - 0.5f);
    }
};

struct Newton {  // x · 1/sqrt(x), with a first guess from the bits of x and three steps of Newton's method
    static __device__ int row(unsigned lambda)
    {
        float x = 0.25f + 2.0f * lambda;
        float y = __int_as_float(0x5f3759df - (__float_as_int(x) >> 1));
#pragma unroll
        for (int step = 0; step < 3; ++step)
            y = y * fmaf(-0.5f * x * y, y, 1.5f);
        return (int)fmaf(x, y, -0.4999f);  // a little more than -1/2: the root may come out too small
    }
};

struct Rsqrt {  // x · 1/sqrt(x), with the GPU's own approximation of 1/sqrt
    static __device__ int row(unsigned lambda)
    {
        float x = 0.25f + 2.0f * lambda;
        return (int)fmaf(x, rsqrtf(x), -0.4999f);
    }
};

struct Double {
    static __device__ int row(unsigned lambda)
    {
        return (int)(sqrt(0.25 + 2.0 * lambda) - 0.5);
    }
};

struct Corrected {  // in float, and then one step up or down if the whole numbers say so
    static __device__ int row(unsigned lambda)
    {
        int i = Sqrt::row(lambda);
        if (T(i) > lambda)
            --i;
        else if (T(i + 1) <= lambda)
            ++i;
        return i;
    }
};

// Grid w × w, the smallest square with enough blocks, or T(rows) × 1.
template <typename Root, typename Work>
__global__ void ltm(typename Work::Result *M, const float *data, int n, int first, int rows)
{
    unsigned lambda = blockIdx.y * gridDim.x + blockIdx.x;
    if (lambda >= T(rows))
        return;  // the square has a few blocks too many

    int i = Root::row(lambda);
    int j = lambda - T(i);
    workOnTile<Work>(M, data, n, first, i, j);
}


// ---------------------------------------------------------------------------------------------------------------------
// RB, the rectangular box: the right half of the triangle is turned by 180° and put on top of the left half. Together they
// fill a rectangle, one block a tile.
// Grid rows/2 × (rows + 1), or (rows + 1)/2 × rows if rows is odd.
template <typename Work>
__global__ void rb(typename Work::Result *M, const float *data, int n, int first, int rows)
{
    int tx = blockIdx.x;
    int ty = blockIdx.y;
    int even = 1 - rows % 2;

    int i, j;
    if (ty >= tx + even) {  // the left half, where it always was
        i = ty - even;
        j = tx;
    } else {  // the right half, upside down
        i = rows - 1 - ty;
        j = rows - even - tx;
    }
    workOnTile<Work>(M, data, n, first, i, j);
}

// The document's own code, thread by thread: (i, j) are cells, not tiles. It only computes i and j; that cells outside M are
// left alone is ours, so that one can see where the others go.
// Grid that has n × n/2 threads at least.
template <typename Work>
__global__ void rbPublished(typename Work::Result *M, const float *data, int n)
{
    int tx = blockIdx.x * blockDim.x + threadIdx.x;
    int ty = blockIdx.y * blockDim.y + threadIdx.y;
    if (tx >= n || ty >= n / 2)
        return;

    int i, j;
    if (tx > ty) {
        i = tx - 1;
        j = ty - 1;      // defect: ty; like this the first row of threads gets column -1
    } else {
        i = n - tx - 2;  // defect: n - 1 - tx; like this it is one row too high
        j = n - ty - 1;
    }                    // defect: tx must run to n, not to n - 1; n × n/2 threads are n/2 too few
    if (i >= 0 && i < n && j >= 0 && j < n)
        M[i * n + j] = Work::of(data, n, i, j);
}


// ---------------------------------------------------------------------------------------------------------------------
// REC, recursively: the triangle is a square in the lower left corner, and two triangles of half its size. One launch does
// the squares of one size; the last one does the small triangles that remain on the diagonal, as BB does.
// rows must be m · 2^k. Level 1 … k has squares of side = rows / 2^level tiles.
// Grid side × (rows / 2).
template <typename Work>
__global__ void recSquares(typename Work::Result *M, const float *data, int n, int first, int side)
{
    int square = blockIdx.y / side;  // counted down along the diagonal
    int i = blockIdx.y + (square + 1) * side;
    int j = blockIdx.x + 2 * square * side;
    workOnTile<Work>(M, data, n, first, i, j);
}

// Grid side × rows, with side = m.
template <typename Work>
__global__ void recDiagonal(typename Work::Result *M, const float *data, int n, int first, int side)
{
    int triangle = blockIdx.y / side;
    int i = blockIdx.y;
    int j = blockIdx.x + triangle * side;
    if (j > i)
        return;
    workOnTile<Work>(M, data, n, first, i, j);
}


// ---------------------------------------------------------------------------------------------------------------------
// UTM, the upper triangular map: threads, not blocks, are numbered, k = 0, 1, 2, …, and get the pairs a < b of 1 … m row by
// row: (1, 2), (1, 3), … (1, m), (2, 3), … A pair is a cell above the diagonal, so M's triangle is the upper one here. With
// the diagonal m = n + 1, and a pair stands for the cell to its left.
// Grid that has m (m - 1) / 2 threads at least, in blocks of one row.
template <typename Work>
__global__ void utm(typename Work::Result *M, const float *data, int n, int first)
{
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    double m = n + 1 - first;
    if (k >= m * (m - 1) / 2)
        return;

    int a = (int)floor((sqrt(4 * m * m - 4 * m - 8.0 * k + 1) - (2 * m + 1)) / -2);
    int b = (int)(a + 1 + k - (a - 1) * (2 * m - a) / 2);

    int row = a - 1;
    int col = b - 2 + first;
    M[row * n + col] = Work::of(data, n, row, col);
}

// The document's code. That pairs outside M are left alone is ours.
template <typename Work>
__global__ void utmPublished(typename Work::Result *M, const float *data, int n, int first)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int m = n + 1 - first;
    if (k >= (long long)m * (m - 1) / 2)
        return;

    int a = (int)floor((sqrt(pow(2.0 * m, 2.0) + 2.0 * m - 8.0 * k + 1) - (2 * m + 1)) / -2);  // defect: -4m, not +2m
    int b = (a + 1) + k - (a - 1) * (2 * m - 1) / 2;  // defect: 2m - a, not 2m - 1

    int row = a - 1;
    int col = b - 2 + first;
    if (row >= 0 && row < n && col >= 0 && col < n)
        M[row * n + col] = Work::of(data, n, row, col);
}


// ---------------------------------------------------------------------------------------------------------------------
// H: no root, no float. For side = 2^q rows of tiles it folds the triangle at every scale at once: a row of blocks serves all
// the squares of one size 2^h, and the highest bit of its number tells which size that is.
// Triangles of other sizes are made of triangles with 2^q rows along the diagonal, and the rectangles to their left; one
// launch each. `corner` is the first row of tiles, and first column of them, that the triangle has.
// Grid side/2 × (side + 1); 1 × 1 if side is 1.
template <typename Work>
__global__ void hTriangle(typename Work::Result *M, const float *data, int n, int first, int corner, int side)
{
    int bx = blockIdx.x;
    int by = blockIdx.y;

    int h = 31 - __clz(by + 1);             // by is one of the rows 2^h - 1 … 2^(h+1) - 2
    int before = bx >> h << h;              // tiles across the squares to the left of this one
    int i = by + 2 * before;
    int j = bx + before;
    if (by == side) {                       // one row of blocks is left over: it does the other half of the last row
        i = side - 1;
        j = bx + gridDim.x;
    }
    workOnTile<Work>(M, data, n, first, corner + i, corner + j);
}

// Rows `corner` and on of tiles, from the first column on: one block a tile.
template <typename Work>
__global__ void hRectangle(typename Work::Result *M, const float *data, int n, int first, int corner)
{
    int i = corner + blockIdx.y;
    int j = blockIdx.x;
    workOnTile<Work>(M, data, n, first, i, j);
}


// ---------------------------------------------------------------------------------------------------------------------
// Blocks with fewer rows of threads than a tile has: RowsOf<Work> is the same work with blockDim.x × blockDim.y threads, each
// of which works on several cells of its column, blockDim.y apart. What finding the tile costs is then had once for all.

template <typename Work>
struct RowsOf {
    using Result = typename Work::Result;
};

template <typename Work>
__device__ void workInRows(typename Work::Result *M, const float *data, int n, int first, int i, int j)
{
    int col = j * blockDim.x + threadIdx.x;
    for (int ty = threadIdx.y; ty < blockDim.x; ty += blockDim.y) {
        int row = first + i * blockDim.x + ty;
        if (row < n && col <= row - first)
            M[row * n + col] = Work::of(data, n, row, col);
    }
}

#define WORK_IN_ROWS(Work)                                                                                           \
    template <>                                                                                                      \
    __device__ void workOnTile<RowsOf<Work>>(Work::Result * M, const float *data, int n, int first, int i, int j)    \
    {                                                                                                                \
        workInRows<Work>(M, data, n, first, i, j);                                                                   \
    }
WORK_IN_ROWS(Index)
WORK_IN_ROWS(Distance<1>)
WORK_IN_ROWS(Distance<2>)
WORK_IN_ROWS(Distance<3>)
WORK_IN_ROWS(Distance<4>)

// Collisions have their spheres in shared memory, as above.
template <>
__device__ void workOnTile<RowsOf<Collision>>(int *M, const float *spheres, int n, int first, int i, int j)
{
    __shared__ float ofRows[4][32];
    __shared__ float ofCols[4][32];

    int tx = threadIdx.x;
    int top = first + i * blockDim.x;
    int left = j * blockDim.x;
    if (threadIdx.y == 0)
        for (int k = 0; k < 4; ++k) {
            if (top + tx < n)
                ofRows[k][tx] = spheres[(top + tx) * 4 + k];
            if (left + tx < n)
                ofCols[k][tx] = spheres[(left + tx) * 4 + k];
        }
    __syncthreads();

    int col = left + tx;
    for (int ty = threadIdx.y; ty < blockDim.x; ty += blockDim.y) {
        int row = top + ty;
        if (row < n && col <= row - first)
            M[row * n + col] = touch({ofRows[0][ty], ofRows[1][ty], ofRows[2][ty], ofRows[3][ty]},
                                     {ofCols[0][tx], ofCols[1][tx], ofCols[2][tx], ofCols[3][tx]});
    }
}


// What is compiled: every map with every kind of work.
#define COMPILE(Work)                                                                                         \
    template __global__ void bb<Work>(Work::Result *, const float *, int, int);                               \
    template __global__ void ltm<Sqrt, Work>(Work::Result *, const float *, int, int, int);                   \
    template __global__ void ltm<Newton, Work>(Work::Result *, const float *, int, int, int);                 \
    template __global__ void ltm<Rsqrt, Work>(Work::Result *, const float *, int, int, int);                  \
    template __global__ void ltm<Double, Work>(Work::Result *, const float *, int, int, int);                 \
    template __global__ void ltm<Corrected, Work>(Work::Result *, const float *, int, int, int);              \
    template __global__ void rb<Work>(Work::Result *, const float *, int, int, int);                          \
    template __global__ void rbPublished<Work>(Work::Result *, const float *, int);                           \
    template __global__ void recSquares<Work>(Work::Result *, const float *, int, int, int);                  \
    template __global__ void recDiagonal<Work>(Work::Result *, const float *, int, int, int);                 \
    template __global__ void utm<Work>(Work::Result *, const float *, int, int);                              \
    template __global__ void utmPublished<Work>(Work::Result *, const float *, int, int);                     \
    template __global__ void hTriangle<Work>(Work::Result *, const float *, int, int, int, int);              \
    template __global__ void hRectangle<Work>(Work::Result *, const float *, int, int, int);

COMPILE(Index)
COMPILE(Distance<1>)
COMPILE(Distance<2>)
COMPILE(Distance<3>)
COMPILE(Distance<4>)
COMPILE(Collision)

// And in rows: what gives each block a tile.
#define COMPILE_ROWS(Work)                                                                                    \
    template __global__ void bb<RowsOf<Work>>(Work::Result *, const float *, int, int);                       \
    template __global__ void ltm<Sqrt, RowsOf<Work>>(Work::Result *, const float *, int, int, int);           \
    template __global__ void ltm<Newton, RowsOf<Work>>(Work::Result *, const float *, int, int, int);         \
    template __global__ void ltm<Rsqrt, RowsOf<Work>>(Work::Result *, const float *, int, int, int);          \
    template __global__ void ltm<Double, RowsOf<Work>>(Work::Result *, const float *, int, int, int);         \
    template __global__ void ltm<Corrected, RowsOf<Work>>(Work::Result *, const float *, int, int, int);      \
    template __global__ void rb<RowsOf<Work>>(Work::Result *, const float *, int, int, int);                  \
    template __global__ void recSquares<RowsOf<Work>>(Work::Result *, const float *, int, int, int);          \
    template __global__ void recDiagonal<RowsOf<Work>>(Work::Result *, const float *, int, int, int);         \
    template __global__ void hTriangle<RowsOf<Work>>(Work::Result *, const float *, int, int, int, int);      \
    template __global__ void hRectangle<RowsOf<Work>>(Work::Result *, const float *, int, int, int);

COMPILE_ROWS(Index)
COMPILE_ROWS(Distance<1>)
COMPILE_ROWS(Distance<2>)
COMPILE_ROWS(Distance<3>)
COMPILE_ROWS(Distance<4>)
COMPILE_ROWS(Collision)
