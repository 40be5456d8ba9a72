// SPDX-License-Identifier: GPL-3.0-or-later
// Convolution with weights in constant memory.

__constant__ float kLine[7] = {0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f};
__constant__ float kSquare[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};

extern "C" __global__ void convolutionLine(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 7; ++k) {
        const int at = i + k - 3;
        if (at >= 0 && at < n) sum += in[at] * kLine[k];
    }
    out[i] = sum;
}

extern "C" __global__ void convolutionSquare(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width - 2 || y >= height - 2) return;
    float sum = 0;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) sum += in[(y + row) * width + x + column] * kSquare[row][column];
    out[y * width + x] = sum * 0.0625f;
}
