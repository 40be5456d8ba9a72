// SPDX-License-Identifier: GPL-3.0-or-later
// Another block reads what this one overwrites.
extern "C" __global__ void bug(float *m, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float v = m[y * n + x];  // BUG
    m[x * n + y] = v;  // BUG
}

extern "C" __global__ void fixed(float *m, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < y) {
        float v = m[y * n + x];
        m[y * n + x] = m[x * n + y];
        m[x * n + y] = v;
    }
}
