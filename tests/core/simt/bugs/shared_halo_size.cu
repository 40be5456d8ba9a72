// SPDX-License-Identifier: GPL-3.0-or-later
// A tile with a halo of one element on each side has blockDim.x + 2 elements.
extern "C" __global__ void bug(float *out, const float *in)
{
    __shared__ float tile[64];
    int t = threadIdx.x + 1;
    tile[t] = in[t];  // BUG
    if (threadIdx.x == 0)
        tile[0] = in[0];
    __syncthreads();
    out[threadIdx.x] = tile[t - 1] + tile[t];
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    __shared__ float tile[65];
    int t = threadIdx.x + 1;
    tile[t] = in[t];
    if (threadIdx.x == 0)
        tile[0] = in[0];
    __syncthreads();
    out[threadIdx.x] = tile[t - 1] + tile[t];
}
