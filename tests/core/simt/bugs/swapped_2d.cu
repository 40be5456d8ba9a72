// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix of `height` rows of `width`: the row length belongs to y.
extern "C" __global__ void bug(float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * width + y] = x;  // BUG
}

extern "C" __global__ void fixed(float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = x;
}
