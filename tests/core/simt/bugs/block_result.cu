// SPDX-License-Identifier: GPL-3.0-or-later
// All blocks add to one sum: what one writes another loses.
extern "C" __global__ void bug(int *sum, const int *in)
{
    int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, d);
    if (threadIdx.x == 0)
        sum[0] += mine;  // BUG AND
}

extern "C" __global__ void fixed(int *sum, const int *in)
{
    int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, d);
    if (threadIdx.x == 0)
        atomicAdd(&sum[0], mine);
}
