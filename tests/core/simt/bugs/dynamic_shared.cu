// SPDX-License-Identifier: GPL-3.0-or-later
// The size of s comes with the launch: kernel<<<grid, block, bytes>>>.
extern "C" __global__ void bug(float *out, const float *in)
{
    extern __shared__ float s[];
    s[threadIdx.x] = in[threadIdx.x];  // BUG (the launch gives no bytes)
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    extern __shared__ float s[];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
