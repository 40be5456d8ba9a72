// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes past n do not come to the shuffle, and the mask names them.
extern "C" __global__ void bug(int *sums, const int *in, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        int v = in[i];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);  // BUG
        if (i % 32 == 0)
            sums[i / 32] = v;
    }
}

extern "C" __global__ void fixed(int *sums, const int *in, int n)
{
    int i = threadIdx.x;
    int v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0)
        sums[i / 32] = v;
}
