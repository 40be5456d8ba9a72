// SPDX-License-Identifier: GPL-3.0-or-later
// Counting values into bins, in global and in shared memory.

extern "C" __global__ void histogramGlobal(const int* values, int* bins, int n, int binCount) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[(values[i] * 37 + i) & (binCount - 1)], 1);
}

extern "C" __global__ void histogramShared(const int* values, int* bins, int n) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&mine[(values[i] * 37 + i * 11) & 255], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

extern "C" __global__ void histogramFewBins(const int* values, int* bins, int n) {
    __shared__ int mine[16];
    if (threadIdx.x < 16) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

extern "C" __global__ void histogramPrivate(const unsigned char* values, int* bins, int perThread) {
    __shared__ int mine[8][256];
    for (int k = threadIdx.x; k < 8 * 256; k += blockDim.x) (&mine[0][0])[k] = 0;
    __syncthreads();
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * perThread;
    for (int k = 0; k < perThread; ++k) atomicAdd(&mine[threadIdx.x & 7][values[first + k]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        int sum = 0;
        for (int copy = 0; copy < 8; ++copy) sum += mine[copy][bin];
        if (sum > 0) atomicAdd(&bins[bin], sum);
    }
}
