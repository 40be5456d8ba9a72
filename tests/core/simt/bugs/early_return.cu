// SPDX-License-Identifier: GPL-3.0-or-later
// The guard returns, and the barrier comes after it.
extern "C" __global__ void bug(float *out, const float *in, int n)
{
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    s[threadIdx.x] = in[i];
    __syncthreads();  // BUG
    int other = blockDim.x - 1 - threadIdx.x;
    if (blockIdx.x * blockDim.x + other < n)
        out[i] = s[other];
}

extern "C" __global__ void fixed(float *out, const float *in, int n)
{
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        s[threadIdx.x] = in[i];
    __syncthreads();
    int other = blockDim.x - 1 - threadIdx.x;
    if (i < n && blockIdx.x * blockDim.x + other < n)
        out[i] = s[other];
}
