// SPDX-License-Identifier: GPL-3.0-or-later
// The lane that has the lock waits for the others to leave the loop, and they wait for the lock.
extern "C" __global__ void bug(int *lock, int *count)
{
    while (atomicCAS(lock, 0, 1) != 0) {  // BUG
    }
    *(volatile int *)count += 1;
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void fixed(int *lock, int *count)
{
    atomicAdd(count, 1);
}
