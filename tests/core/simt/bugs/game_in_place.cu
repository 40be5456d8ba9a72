// SPDX-License-Identifier: GPL-3.0-or-later
// Neighbours are read while they are written.
extern "C" __global__ void bug(int *world)
{
    int x = threadIdx.x;
    int y = threadIdx.y;
    int alive = 0;
    for (int dy = 15; dy <= 17; ++dy)
        for (int dx = 15; dx <= 17; ++dx)
            alive += world[(y + dy) % 16 * 16 + (x + dx) % 16] & 1;  // AND
    world[y * 16 + x] = alive == 3 || alive == 4;  // BUG
}

extern "C" __global__ void fixed(int *world)
{
    int x = threadIdx.x;
    int y = threadIdx.y;
    int alive = 0;
    for (int dy = 15; dy <= 17; ++dy)
        for (int dx = 15; dx <= 17; ++dx)
            alive += world[(y + dy) % 16 * 16 + (x + dx) % 16] & 1;
    __syncthreads();
    world[y * 16 + x] = alive == 3 || alive == 4;
}
