// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void bug(float *out)
{
    extern __shared__ float s[];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void fixed(float *out)
{
    extern __shared__ float s[];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x];
}
