// SPDX-License-Identifier: GPL-3.0-or-later
// The mask names all 32 lanes, and half of them do not come.
extern "C" __global__ void bug(int *out, const int *in)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);  // BUG
        out[threadIdx.x] = v;
    } else {
        out[threadIdx.x] = v * in[0];
    }
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(0x0000ffff, v, d);
        out[threadIdx.x] = v;
    } else {
        out[threadIdx.x] = v * in[0];
    }
}
