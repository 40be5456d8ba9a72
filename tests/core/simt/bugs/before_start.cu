// SPDX-License-Identifier: GPL-3.0-or-later
// The first element has no left neighbour.
extern "C" __global__ void bug(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] - in[i - 1];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i > 0 ? in[i] - in[i - 1] : in[i];
}
