// SPDX-License-Identifier: GPL-3.0-or-later
// Points that need their neighbours.

constexpr int kRadius = 3;

extern "C" __global__ void stencilLine(const float* in, float* out) {
    __shared__ float tile[256 + 2 * kRadius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x + kRadius;
    const int t = threadIdx.x + kRadius;
    tile[t] = in[i];
    if (threadIdx.x < kRadius) {
        tile[t - kRadius] = in[i - kRadius];
        tile[t + blockDim.x] = in[i + blockDim.x];
    }
    __syncthreads();
    float sum = 0;
    for (int offset = -kRadius; offset <= kRadius; ++offset) sum += tile[t + offset];
    out[i] = sum;
}

extern "C" __global__ void stencilHeat(const float* in, float* out, int width, int height, float rate) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const int i = y * width + x;
    out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4.0f * in[i]);
}

extern "C" __global__ void stencilTile(const float* in, float* out, int width) {
    __shared__ float tile[18][18];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const auto at = [&](int row, int column) {
        return row < 0 || column < 0 || row >= width || column >= width ? 0.0f : in[row * width + column];
    };
    tile[ty][tx] = at(y, x);
    if (threadIdx.x == 0) tile[ty][0] = at(y, x - 1);
    if (threadIdx.x == 15) tile[ty][17] = at(y, x + 1);
    if (threadIdx.y == 0) tile[0][tx] = at(y - 1, x);
    if (threadIdx.y == 15) tile[17][tx] = at(y + 1, x);
    __syncthreads();
    out[y * width + x] =
        0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}
