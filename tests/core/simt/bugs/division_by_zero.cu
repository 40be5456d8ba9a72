// SPDX-License-Identifier: GPL-3.0-or-later
// Dividing an int by zero stops nothing on a GPU: some number comes out.
extern "C" __global__ void bug(int *out, const int *in)
{
    out[threadIdx.x] = 1000 / in[threadIdx.x];  // BUG
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    out[threadIdx.x] = in[threadIdx.x] != 0 ? 1000 / in[threadIdx.x] : 0;
}
