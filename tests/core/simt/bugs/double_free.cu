// SPDX-License-Identifier: GPL-3.0-or-later
// All threads free the one block of memory.
extern "C" __global__ void bug(int *out)
{
    __shared__ int *list;
    if (threadIdx.x == 0)
        list = (int *)malloc(4 * sizeof(int));
    __syncthreads();
    list[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = list[3 - threadIdx.x];
    __syncthreads();
    free(list);  // BUG
}

extern "C" __global__ void fixed(int *out)
{
    __shared__ int *list;
    if (threadIdx.x == 0)
        list = (int *)malloc(4 * sizeof(int));
    __syncthreads();
    list[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = list[3 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        free(list);
}
