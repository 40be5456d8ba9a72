// SPDX-License-Identifier: GPL-3.0-or-later
// Even and odd threads take two locks in different order.
extern "C" __global__ void bug(int *a, int *b, int *count)
{
    int *first = threadIdx.x % 2 ? a : b;
    int *second = threadIdx.x % 2 ? b : a;
    while (atomicCAS(first, 0, 1) != 0) {  // BUG
    }
    __syncwarp(__activemask());
    while (atomicCAS(second, 0, 1) != 0) {  // BUG
    }
    *(volatile int *)count += 1;
    __threadfence();
    atomicExch(second, 0);
    atomicExch(first, 0);
}

extern "C" __global__ void fixed(int *a, int *b, int *count)
{
    atomicAdd(count, 1);
}
