// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of all blocks count into the same bins.
extern "C" __global__ void bug(int *bins, const int *values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bins[values[i] % 16] += 1;  // BUG AND
}

extern "C" __global__ void fixed(int *bins, const int *values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[values[i] % 16], 1);
}
