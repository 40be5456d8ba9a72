// SPDX-License-Identifier: GPL-3.0-or-later
// mine[] is never set to zero.
extern "C" __global__ void bug(int *out, const int *in)
{
    int mine[16];
    for (int k = 0; k < 8; ++k)
        mine[in[threadIdx.x * 8 + k] % 16] += 1;  // BUG
    out[threadIdx.x] = mine[in[threadIdx.x] % 16];
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    int mine[16] = {0};
    for (int k = 0; k < 8; ++k)
        mine[in[threadIdx.x * 8 + k] % 16] += 1;
    out[threadIdx.x] = mine[in[threadIdx.x] % 16];
}
