// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads that meet the same value add to the same bin.
extern "C" __global__ void bug(int *bins, const int *values)
{
    __shared__ int mine[16];
    if (threadIdx.x < 16)
        mine[threadIdx.x] = 0;
    __syncthreads();
    mine[values[threadIdx.x] % 16]++;  // BUG AND
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

extern "C" __global__ void fixed(int *bins, const int *values)
{
    __shared__ int mine[16];
    if (threadIdx.x < 16)
        mine[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&mine[values[threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
