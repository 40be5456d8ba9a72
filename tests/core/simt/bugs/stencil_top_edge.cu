// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is above the first row.
extern "C" __global__ void bug(float *out, const float *in, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] = (in[(y - 1) * n + x] + in[(y + 1) * n + x] +  // BUG
                          in[y * n + x - 1] + in[y * n + x + 1]) / 4;  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = (in[(y - 1) * n + x] + in[(y + 1) * n + x] +
                          in[y * n + x - 1] + in[y * n + x + 1]) / 4;
}
