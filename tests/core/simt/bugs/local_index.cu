// SPDX-License-Identifier: GPL-3.0-or-later
// All blocks write the first 32 elements.
extern "C" __global__ void bug(float *out, const float *in)
{
    out[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x] * 2;  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 2;
}
