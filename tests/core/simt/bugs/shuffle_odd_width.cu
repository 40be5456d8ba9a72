// SPDX-License-Identifier: GPL-3.0-or-later
// The width must be a power of two.
extern "C" __global__ void bug(int *out, const int *in)
{
    out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], 0, 24);  // BUG
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], 0, 16);
}
