// SPDX-License-Identifier: GPL-3.0-or-later
// Linear algebra, as the exercises of a first course have it.
#include <cstddef>

#define AT(m, row, col, ld) ((m)[(row) * (ld) + (col)])

// y = a x + b y over a stride of the grid.
extern "C" __global__ void algebraAxpby(const float* __restrict__ x, float* __restrict__ y, float a, float b, int n) {
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    const int step = blockDim.x * gridDim.x;
    while (i < n) {
        y[i] = a * x[i] + b * y[i];
        i += step;
    }
}

// Two elements at a time: z = x + s y.
extern "C" __global__ void algebraTriad(const double2* x, const double2* y, double2* z, double s, size_t pairs) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < pairs; i += (size_t)gridDim.x * blockDim.x) {
        double2 u = x[i], v = y[i];
        u.x += s * v.x;
        u.y += s * v.y;
        z[i] = u;
    }
}

// y = Aᵀ x, a thread a column; x comes through shared memory.
extern "C" __global__ void algebraGemvTransposed(const float* a, const float* x, float* y, unsigned rows,
                                                 unsigned cols) {
    __shared__ float part[128];
    const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.f;
    for (unsigned base = 0; base < rows; base += 128) {
        if (base + threadIdx.x < rows) part[threadIdx.x] = x[base + threadIdx.x];
        __syncthreads();
        const unsigned count = rows - base < 128u ? rows - base : 128u;
        if (col < cols)
            for (unsigned r = 0; r < count; r++) sum += AT(a, base + r, col, cols) * part[r];
        __syncthreads();
    }
    if (col < cols) y[col] = sum;
}

// C = A B in tiles of 32 × 32 by blocks of 32 × 8: each thread has four rows.
extern "C" __global__ void algebraMatmulRows(const float* A, const float* B, float* C, int m, int n, int k) {
    __shared__ float As[32][32];
    __shared__ float Bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * 32 + tx;
    int row0 = blockIdx.y * 32 + ty;
    float acc[4] = {0, 0, 0, 0};
    for (int t = 0; t < (k + 31) / 32; ++t) {
#pragma unroll
        for (int r = 0; r < 32; r += 8) {
            int row = row0 + r, kk = t * 32 + ty + r;
            As[ty + r][tx] = (row < m && t * 32 + tx < k) ? A[row * k + t * 32 + tx] : 0.0f;
            Bs[ty + r][tx] = (kk < k && col < n) ? B[kk * n + col] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j) {
            float b = Bs[j][tx];
#pragma unroll
            for (int r = 0; r < 4; ++r) acc[r] += As[ty + 8 * r][j] * b;
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
        if (row0 + 8 * r < m && col < n) C[(row0 + 8 * r) * n + col] = acc[r];
}

// C = α A B + β C, doubles, two by two elements a thread; the sizes are multiples of the tile.
template <int TILE>
__device__ void loadTile(double (*tile)[TILE + 1], const double* from, int ld) {
    for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < TILE * TILE; e += blockDim.x * blockDim.y)
        tile[e / TILE][e % TILE] = from[(e / TILE) * ld + e % TILE];
}
extern "C" __global__ void algebraMatmulSquares(const double* a, const double* b, double* c, int n, double alpha,
                                                double beta) {
    __shared__ double sa[16][17], sb[16][17];
    const int x = threadIdx.x * 2, y = threadIdx.y * 2;
    double c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int t = 0; t < n; t += 16) {
        loadTile<16>(sa, a + blockIdx.y * 16 * n + t, n);
        loadTile<16>(sb, b + t * n + blockIdx.x * 16, n);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            const double a0 = sa[y][k], a1 = sa[y + 1][k], b0 = sb[k][x], b1 = sb[k][x + 1];
            c00 += a0 * b0;
            c01 += a0 * b1;
            c10 += a1 * b0;
            c11 += a1 * b1;
        }
        __syncthreads();
    }
    double* out = c + (blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x;
    out[0] = alpha * c00 + beta * out[0];
    out[1] = alpha * c01 + beta * out[1];
    out[n] = alpha * c10 + beta * out[n];
    out[n + 1] = alpha * c11 + beta * out[n + 1];
}

// One step of an LU factorisation: what pivot k takes from the rows below it.
extern "C" __global__ void algebraLuStep(float* a, int n, int k) {
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        float factor = a[i * n + k] / a[k * n + k];
        a[i * n + j] -= factor * a[k * n + j];
    }
}

// U x = b by back substitution, a thread a right-hand side.
extern "C" __global__ void algebraBackSubstitution(const double* u, double* b, int n, int sides) {
    const int side = blockIdx.x * blockDim.x + threadIdx.x;
    if (side >= sides) return;
    for (int row = n - 1; row >= 0; --row) {
        double sum = b[row * sides + side];
        for (int col = row + 1; col < n; ++col) sum -= u[row * n + col] * b[col * sides + side];
        b[row * sides + side] = sum / u[row * n + row];
    }
}

// Some rounds of power iteration of a small matrix in one block, a thread a row.
extern "C" __global__ void algebraPower(const float* a, float* x, float* eigenvalue, int n, int rounds) {
    extern __shared__ float memory[];
    float* vector = memory;
    float* largest = memory + n;
    const int row = threadIdx.x;
    vector[row] = x[row];
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
        float sum = 0.0f;
        for (int col = 0; col < n; ++col) sum += a[row * n + col] * vector[col];
        largest[row] = fabsf(sum);
        __syncthreads();
        for (int length = n; length > 1;) {
            const int half = (length + 1) / 2;
            if (row + half < length) largest[row] = fmaxf(largest[row], largest[row + half]);
            length = half;
            __syncthreads();
        }
        vector[row] = sum / largest[0];
        __syncthreads();
    }
    x[row] = vector[row];
    if (row == 0) *eigenvalue = largest[0];
}

// The two inner products of a step of conjugate gradients, as sums of blocks.
__device__ double sumOfWarp(double v) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}
extern "C" __global__ void algebraCgDots(const double* r, const double* p, const double* ap, double* rr, double* pap,
                                         int n) {
    __shared__ double first[8], second[8];
    double s = 0.0, t = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        s += r[i] * r[i];
        t += p[i] * ap[i];
    }
    s = sumOfWarp(s);
    t = sumOfWarp(t);
    if (threadIdx.x % 32 == 0) {
        first[threadIdx.x / 32] = s;
        second[threadIdx.x / 32] = t;
    }
    __syncthreads();
    if (threadIdx.x < 8) {
        s = first[threadIdx.x];
        t = second[threadIdx.x];
        for (int offset = 4; offset > 0; offset /= 2) {
            s += __shfl_down_sync(0xff, s, offset);
            t += __shfl_down_sync(0xff, t, offset);
        }
        if (threadIdx.x == 0) {
            rr[blockIdx.x] = s;
            pap[blockIdx.x] = t;
        }
    }
}
