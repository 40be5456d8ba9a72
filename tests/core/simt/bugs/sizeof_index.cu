// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer arithmetic counts elements already.
extern "C" __global__ void bug(float *out, const float *in)
{
    const float *mine = in + threadIdx.x * sizeof(float);
    out[threadIdx.x] = *mine * 2;  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    const float *mine = in + threadIdx.x;
    out[threadIdx.x] = *mine * 2;
}
