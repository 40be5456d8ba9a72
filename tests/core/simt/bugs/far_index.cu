// SPDX-License-Identifier: GPL-3.0-or-later
// A row length in bytes used as one in elements.
extern "C" __global__ void bug(float *out, const float *in, int rowBytes)
{
    out[threadIdx.x] = in[threadIdx.x * rowBytes];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int rowBytes)
{
    out[threadIdx.x] = in[threadIdx.x * (rowBytes / sizeof(float))];
}
