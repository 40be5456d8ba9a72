// SPDX-License-Identifier: GPL-3.0-or-later
// The result has `height` columns, and is written as if it had `width`.
extern "C" __global__ void bug(float *out, const float *in, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * width + y] = in[y * width + x];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
