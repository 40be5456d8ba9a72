// SPDX-License-Identifier: GPL-3.0-or-later
// A lock as on a CPU: the lanes of a warp wait for the one among them that has it.
__device__ void lock(int *mutex)
{
    while (atomicCAS(mutex, 0, 1) != 0)  // BUG
        ;
    __threadfence();
}

__device__ void unlock(int *mutex)
{
    __threadfence();
    atomicExch(mutex, 0);
}

extern "C" __global__ void bug(int *mutex, int *count)
{
    lock(mutex);
    *(volatile int *)count += 1;
    unlock(mutex);
}

extern "C" __global__ void fixed(int *mutex, int *count)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        lock(mutex);
        *(volatile int *)count += 64;
        unlock(mutex);
    }
}
