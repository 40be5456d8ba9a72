// SPDX-License-Identifier: GPL-3.0-or-later
// An unsigned number is never below 0.
extern "C" __global__ void bug(float *out, const float *in, unsigned n)
{
    float sum = 0;
    for (unsigned i = n - 1; i >= 0; --i)  // BUG
        sum = sum * 0.5f + in[i];  // BUG
    out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(float *out, const float *in, unsigned n)
{
    float sum = 0;
    for (int i = int(n) - 1; i >= 0; --i)
        sum = sum * 0.5f + in[i];
    out[threadIdx.x] = sum;
}
