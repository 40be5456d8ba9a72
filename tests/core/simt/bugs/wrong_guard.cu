// SPDX-License-Identifier: GPL-3.0-or-later
// Both coordinates must be inside, not one of them.
extern "C" __global__ void bug(float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width || y < height)
        out[y * width + x] = 1;  // BUG
}

extern "C" __global__ void fixed(float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = 1;
}
