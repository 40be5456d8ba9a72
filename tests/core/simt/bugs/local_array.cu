// SPDX-License-Identifier: GPL-3.0-or-later
// A thread's own array has 16 elements.
extern "C" __global__ void bug(int *out, const int *in, int n)
{
    int mine[16];
    for (int k = 0; k < 16; ++k)
        mine[k] = in[k];
    for (int k = 0; k < n; ++k)
        mine[in[k] * 1000] = k;  // BUG
    out[threadIdx.x] = mine[in[threadIdx.x] % 16];
}

extern "C" __global__ void fixed(int *out, const int *in, int n)
{
    int mine[16];
    for (int k = 0; k < 16; ++k)
        mine[k] = in[k];
    for (int k = 0; k < n; ++k)
        mine[in[k] % 16] = k;
    out[threadIdx.x] = mine[in[threadIdx.x] % 16];
}
