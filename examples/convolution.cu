// SPDX-License-Identifier: GPL-3.0-or-later
// A picture blurred by 3 × 3 weights in constant memory; the block's part and its border are kept in shared memory.

constexpr int kTile = 16;
__constant__ float weights[3][3] = {
    {1 / 16.f, 2 / 16.f, 1 / 16.f}, {2 / 16.f, 4 / 16.f, 2 / 16.f}, {1 / 16.f, 2 / 16.f, 1 / 16.f}};

__device__ int clamped(int i, int size) { return min(max(i, 0), size - 1); }

__global__ void convolution(const float* in, float* out, int width, int height) {
    __shared__ float part[kTile + 2][kTile + 2];
    const int left = blockIdx.x * kTile - 1;
    const int top = blockIdx.y * kTile - 1;
    for (int y = threadIdx.y; y < kTile + 2; y += kTile)
        for (int x = threadIdx.x; x < kTile + 2; x += kTile)
            part[y][x] = in[clamped(top + y, height) * width + clamped(left + x, width)];
    __syncthreads();
    const int x = blockIdx.x * kTile + threadIdx.x;
    const int y = blockIdx.y * kTile + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += weights[dy][dx] * part[threadIdx.y + dy][threadIdx.x + dx];
    out[y * width + x] = sum;
}
