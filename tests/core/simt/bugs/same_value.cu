// SPDX-License-Identifier: GPL-3.0-or-later
// All threads write the same value to the same place. It comes out right, and one thread would do.
extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int found;
    found = in[0];  // BUG AND
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] + found;
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int found;
    if (threadIdx.x == 0)
        found = in[0];
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] + found;
}
