// SPDX-License-Identifier: GPL-3.0-or-later
// The host gave an array of floats.
extern "C" __global__ void bug(double *out, const double *in)
{
    out[threadIdx.x] = in[threadIdx.x];  // BUG
}

extern "C" __global__ void fixed(double *out, const float *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}
