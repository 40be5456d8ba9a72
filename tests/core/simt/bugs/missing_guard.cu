// SPDX-License-Identifier: GPL-3.0-or-later
// The grid is rounded up to whole blocks; threads past the end must do nothing.
extern "C" __global__ void bug(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}
