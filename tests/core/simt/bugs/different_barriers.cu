// SPDX-License-Identifier: GPL-3.0-or-later
// Named barriers 1 and 2: each warp waits for one that the other never comes to.
extern "C" __global__ void bug(int *out)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1;" ::: "memory");  // BUG
    else
        asm volatile("bar.sync 2;" ::: "memory");  // BUG
    out[threadIdx.x] = 1;
}

extern "C" __global__ void fixed(int *out)
{
    asm volatile("bar.sync 1;" ::: "memory");
    out[threadIdx.x] = 1;
}
