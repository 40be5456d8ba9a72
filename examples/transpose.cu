// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix transposed by way of shared memory, so that reading and writing both go along rows. The tile's rows are one
// longer than they need be: without that, a column of it lies in one bank.

constexpr int kTile = 32;
constexpr int kRows = 8;  // blockDim.y

__global__ void transpose(const float* in, float* out, int width, int height) {
    __shared__ float tile[kTile][kTile + 1];
    int x = blockIdx.x * kTile + threadIdx.x;
    int y = blockIdx.y * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * kTile + threadIdx.x;
    y = blockIdx.x * kTile + threadIdx.y;
    for (int j = 0; j < kTile; j += kRows)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
