// SPDX-License-Identifier: GPL-3.0-or-later
// The guard lets one thread too many through.
extern "C" __global__ void bug(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        c[i] = a[i] + b[i];  // BUG
}

extern "C" __global__ void fixed(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
