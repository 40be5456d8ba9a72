// SPDX-License-Identifier: GPL-3.0-or-later
// One generation of Conway's game of life on a torus; a cell is a byte, 0 or 1.

__global__ void gameOfLife(const unsigned char* now, unsigned char* next, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
                neighbours += now[(y + dy + height) % height * width + (x + dx + width) % width] & 1;
    next[y * width + x] = neighbours == 3 || (neighbours == 2 && (now[y * width + x] & 1));
}
