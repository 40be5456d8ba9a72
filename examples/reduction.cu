// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of an array: warps add by shuffles, a block's warps meet in shared memory, blocks meet in one atomicAdd.

__device__ int warpSum(int value) {
    for (int distance = warpSize / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffffu, value, distance);
    return value;
}

__global__ void reduction(const int* in, int n, int* total) {
    __shared__ int sums[32];
    int value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
    value = warpSum(value);
    if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = value;
    __syncthreads();
    if (threadIdx.x < warpSize) {
        value = threadIdx.x < blockDim.x / warpSize ? sums[threadIdx.x] : 0;
        value = warpSum(value);
        if (threadIdx.x == 0) atomicAdd(total, value);
    }
}
