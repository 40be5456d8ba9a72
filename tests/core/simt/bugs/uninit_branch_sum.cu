// SPDX-License-Identifier: GPL-3.0-or-later
// best is set only if a value is large enough; the loop goes on with what was there.
extern "C" __global__ void bug(int *out, const int *in, int n)
{
    int best;
    for (int k = 0; k < n; ++k)
        if (in[k] > best)  // BUG
            best = in[k];
    out[threadIdx.x] = best;
}

extern "C" __global__ void fixed(int *out, const int *in, int n)
{
    int best = in[0];
    for (int k = 0; k < n; ++k)
        if (in[k] > best)
            best = in[k];
    out[threadIdx.x] = best;
}
