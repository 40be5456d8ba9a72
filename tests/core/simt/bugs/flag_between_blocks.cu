// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing says that block 1 runs while block 0 waits.
extern "C" __global__ void bug(volatile int *flag, int *data, int *out)
{
    if (blockIdx.x == 1) {
        data[threadIdx.x] = threadIdx.x;
        __threadfence();
        if (threadIdx.x == 0)
            *flag = 1;
    } else {
        while (*flag == 0) {  // BUG
        }
        out[threadIdx.x] = data[threadIdx.x];
    }
}

extern "C" __global__ void fixed(volatile int *flag, int *data, int *out)
{
    if (blockIdx.x == 0)
        data[threadIdx.x] = threadIdx.x;
    else
        out[threadIdx.x] = threadIdx.x;
}
