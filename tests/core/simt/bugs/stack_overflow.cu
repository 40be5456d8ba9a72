// SPDX-License-Identifier: GPL-3.0-or-later
// The recursion ends only for even n.
__device__ __noinline__ int depth(int n, volatile int *in)
{
    int mine[8];
    for (int k = 0; k < 8; ++k)
        mine[k] = in[k];
    if (n == 0)
        return mine[0];
    return depth(n - 2, in) + mine[(n & 7)];  // BUG
}

__device__ __noinline__ int depthFixed(int n, volatile int *in)
{
    int mine[8];
    for (int k = 0; k < 8; ++k)
        mine[k] = in[k];
    if (n <= 0)
        return mine[0];
    return depthFixed(n - 2, in) + mine[(n & 7)];
}

extern "C" __global__ void bug(int *out, int *in, int n)
{
    out[threadIdx.x] = depth(n, in);
}

extern "C" __global__ void fixed(int *out, int *in, int n)
{
    out[threadIdx.x] = depthFixed(n, in);
}
