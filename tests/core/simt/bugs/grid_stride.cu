// SPDX-License-Identifier: GPL-3.0-or-later
// The stride is that of the block: all blocks do everything behind their start.
extern "C" __global__ void bug(int *data, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        data[i] += 1;  // BUG
}

extern "C" __global__ void fixed(int *data, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        data[i] += 1;
}
