// SPDX-License-Identifier: GPL-3.0-or-later
// Shared memory does not begin as zero.
extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int bins[8];
    atomicAdd(&bins[in[threadIdx.x] % 8], 1);  // BUG
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = bins[0];
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 8], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = bins[0];
}
