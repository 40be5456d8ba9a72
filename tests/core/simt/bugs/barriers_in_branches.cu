// SPDX-License-Identifier: GPL-3.0-or-later
// Two barriers in the source, one of which each warp comes to.
extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) {
        __syncthreads();  // BUG
        out[threadIdx.x] = s[63 - threadIdx.x];
    } else {
        __syncthreads();  // BUG
        out[threadIdx.x] = -s[63 - threadIdx.x];
    }
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
        out[threadIdx.x] = s[63 - threadIdx.x];
    else
        out[threadIdx.x] = -s[63 - threadIdx.x];
}
