// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody set the sums to zero.
extern "C" __global__ void bug(float *sums, const float *in)
{
    sums[threadIdx.x] += in[threadIdx.x];  // BUG
}

extern "C" __global__ void fixed(float *sums, const float *in)
{
    sums[threadIdx.x] = in[threadIdx.x];
}
