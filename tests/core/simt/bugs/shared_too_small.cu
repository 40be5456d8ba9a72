// SPDX-License-Identifier: GPL-3.0-or-later
// The array has 64 elements, the block more threads.
extern "C" __global__ void bug(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];  // BUG
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    __shared__ float s[128];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
