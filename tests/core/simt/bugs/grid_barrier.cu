// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier of the whole grid, made by hand.
extern "C" __global__ void bug(int *arrived, int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= 2;
    __threadfence();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) {  // BUG
        }
    }
    __syncthreads();
    data[i] += 1;
}

extern "C" __global__ void fixed(int *arrived, int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= 2;
    data[i] += 1;
}
