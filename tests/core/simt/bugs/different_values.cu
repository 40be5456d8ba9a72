// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the threads' values stays is chance.
extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int last;
    last = in[threadIdx.x];  // BUG AND
    __syncthreads();
    out[threadIdx.x] = last;
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int last;
    if (threadIdx.x == blockDim.x - 1)
        last = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = last;
}
