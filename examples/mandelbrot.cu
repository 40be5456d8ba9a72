// SPDX-License-Identifier: GPL-3.0-or-later
// Steps until z * z + c leaves the circle of radius 2, one thread a pixel: neighbours loop for unlike numbers of steps.

__global__ void mandelbrot(unsigned short* steps, int width, int height, int most) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;
    const float cx = -2.0f + 3.0f * column / width;
    const float cy = -1.5f + 3.0f * row / height;
    float x = 0;
    float y = 0;
    int i = 0;
    while (i < most && x * x + y * y < 4.0f) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        ++i;
    }
    steps[row * width + column] = i;
}
