// SPDX-License-Identifier: GPL-3.0-or-later
// Transposes of a square matrix by blocks of 32 × 8 threads, each for a tile of 32 × 32.

constexpr int kTile = 32;
constexpr int kRows = 8;

extern "C" __global__ void transposeCopy(const float* in, float* out, int n) {
    const int x = blockIdx.x * kTile + threadIdx.x;
    const int y = blockIdx.y * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows) out[(y + j) * n + x] = in[(y + j) * n + x];
}

extern "C" __global__ void transposeNaive(const float* in, float* out, int n) {
    const int x = blockIdx.x * kTile + threadIdx.x;
    const int y = blockIdx.y * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows) out[x * n + y + j] = in[(y + j) * n + x];
}

template <int Width>
__device__ void transpose(const float* in, float* out, int n, float (*tile)[Width]) {
    int x = blockIdx.x * kTile + threadIdx.x;
    int y = blockIdx.y * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * kTile + threadIdx.x;
    y = blockIdx.x * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transposeTiled(const float* in, float* out, int n) {
    __shared__ float tile[kTile][kTile];
    transpose<kTile>(in, out, n, tile);
}

extern "C" __global__ void transposePadded(const float* in, float* out, int n) {
    __shared__ float tile[kTile][kTile + 1];
    transpose<kTile + 1>(in, out, n, tile);
}
