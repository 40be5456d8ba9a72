// SPDX-License-Identifier: GPL-3.0-or-later
// Values of 0 … 255, and 64 bins.
extern "C" __global__ void bug(int *bins, const int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[values[i]], 1);  // BUG
}

extern "C" __global__ void fixed(int *bins, const int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[values[i] / 4], 1);
}
