// SPDX-License-Identifier: GPL-3.0-or-later
// An assertion that does not hold.
#include <cassert>

extern "C" __global__ void bug(int *out, const int *in)
{
    assert(in[threadIdx.x] < 16);  // BUG
    out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    assert(in[threadIdx.x] < 1000);
    out[threadIdx.x] = in[threadIdx.x];
}
