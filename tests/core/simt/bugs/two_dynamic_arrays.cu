// SPDX-License-Identifier: GPL-3.0-or-later
// The launch asks for blockDim.x floats, and the kernel uses twice as many.
extern "C" __global__ void bug(float *out, const float *a, const float *b)
{
    extern __shared__ float room[];
    float *sa = room;
    float *sb = room + blockDim.x;
    sa[threadIdx.x] = a[threadIdx.x];
    sb[threadIdx.x] = b[threadIdx.x];  // BUG
    __syncthreads();
    int other = blockDim.x - 1 - threadIdx.x;
    out[threadIdx.x] = sa[other] * sb[other];
}

extern "C" __global__ void fixed(float *out, const float *a, const float *b)
{
    extern __shared__ float room[];
    float *sa = room;
    float *sb = room + blockDim.x;
    sa[threadIdx.x] = a[threadIdx.x];
    sb[threadIdx.x] = b[threadIdx.x];
    __syncthreads();
    int other = blockDim.x - 1 - threadIdx.x;
    out[threadIdx.x] = sa[other] * sb[other];
}
