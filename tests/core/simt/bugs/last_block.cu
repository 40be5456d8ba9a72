// SPDX-License-Identifier: GPL-3.0-or-later
// The block that comes last adds up what the others wrote: without a fence it may not see that yet.
__device__ unsigned int arrived;

extern "C" __global__ void bug(int *sums, const int *in, int *total)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = in[blockIdx.x];  // BUG
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int all = 0;
        for (int b = 0; b < gridDim.x; ++b)
            all += sums[b];  // AND
        *total = all;
    }
}

extern "C" __global__ void fixed(int *sums, const int *in, int *total)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        int all = 0;
        for (int b = 0; b < gridDim.x; ++b)
            all += ((volatile int *)sums)[b];
        *total = all;
    }
}
