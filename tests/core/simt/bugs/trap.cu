// SPDX-License-Identifier: GPL-3.0-or-later
// The program gives up by itself.
extern "C" __global__ void bug(int *out, const int *in)
{
    if (in[threadIdx.x] > 20)
        __trap();  // BUG
    out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    out[threadIdx.x] = in[threadIdx.x] > 20 ? 0 : in[threadIdx.x];
}
