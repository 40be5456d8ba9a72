// SPDX-License-Identifier: GPL-3.0-or-later
// The counter may be set to 0 after others have counted.
extern "C" __global__ void bug(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;  // BUG
    if (in[threadIdx.x] % 3 == 0)
        atomicAdd(&count, 1);  // BUG
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = count;
}

extern "C" __global__ void fixed(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[threadIdx.x] % 3 == 0)
        atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = count;
}
