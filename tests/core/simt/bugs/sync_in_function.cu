// SPDX-License-Identifier: GPL-3.0-or-later
// Only the threads of the first half call sumOf(), which has a barrier.
__device__ __noinline__ int sumOf(int *s)
{
    int t = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) {
        int other = t + d < 32 ? s[t + d] : 0;
        __syncthreads();  // BUG
        s[t] += other;
        __syncthreads();  // BUG
    }
    return s[0];
}

extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
        out[threadIdx.x] = sumOf(s);
    else
        out[threadIdx.x] = s[threadIdx.x];
    __syncthreads();
}

__device__ __noinline__ int sumOfWarp(int *s)
{
    int t = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) {
        int other = t + d < 32 ? s[t + d] : 0;
        __syncwarp();
        s[t] += other;
        __syncwarp();
    }
    return s[0];
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
        out[threadIdx.x] = sumOfWarp(s);
    else
        out[threadIdx.x] = s[threadIdx.x];
    __syncthreads();
}
