// SPDX-License-Identifier: GPL-3.0-or-later
// Thread 0 sets the offset, and nobody waits.
extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int offset;
    if (threadIdx.x == 0)
        offset = in[5];  // BUG
    out[threadIdx.x] = in[threadIdx.x] + offset;  // BUG
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int offset;
    if (threadIdx.x == 0)
        offset = in[5];
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] + offset;
}
