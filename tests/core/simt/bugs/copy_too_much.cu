// SPDX-License-Identifier: GPL-3.0-or-later
// Eight floats are 32 bytes, not 64.
extern "C" __global__ void bug(float *out, const float *in)
{
    memcpy(out + threadIdx.x * 8, in + threadIdx.x * 8, 8 * sizeof(double));  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    memcpy(out + threadIdx.x * 8, in + threadIdx.x * 8, 8 * sizeof(float));
}
