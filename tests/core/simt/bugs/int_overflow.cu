// SPDX-License-Identifier: GPL-3.0-or-later
// i * stride does not fit an int, turns negative, and so does the remainder.
extern "C" __global__ void bug(float *out, const float *in, int stride, int n)
{
    int i = threadIdx.x;
    int at = i * stride % n;
    out[i] = in[at];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int stride, int n)
{
    int i = threadIdx.x;
    long long at = (long long)i * stride % n;
    out[i] = in[at];
}
