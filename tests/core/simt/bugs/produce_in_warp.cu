// SPDX-License-Identifier: GPL-3.0-or-later
// Lane 0 produces, the others wait for it in the same warp.
extern "C" __global__ void bug(volatile int *flag, int *out)
{
    if (threadIdx.x != 0) {
        while (*flag == 0) {  // BUG
        }
        out[threadIdx.x] = *flag;
    } else {
        out[0] = 7;
        *flag = 7;
    }
}

extern "C" __global__ void fixed(volatile int *flag, int *out)
{
    int v = threadIdx.x == 0 ? 7 : 0;
    out[threadIdx.x] = __shfl_sync(0xffffffff, v, 0);
}
