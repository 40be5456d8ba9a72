// SPDX-License-Identifier: GPL-3.0-or-later
// Another thread may write between the comparison and the assignment.
extern "C" __global__ void bug(int *best, const int *in)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (v > *best)  // BUG
        *best = v;  // BUG
}

extern "C" __global__ void fixed(int *best, const int *in)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    atomicMax(best, v);
}
