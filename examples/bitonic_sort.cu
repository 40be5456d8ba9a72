// SPDX-License-Identifier: GPL-3.0-or-later
// Each block sorts its part of the array with a bitonic network in shared memory.

__global__ void bitonicSort(unsigned int* data) {
    extern __shared__ unsigned int part[];
    const unsigned int thread = threadIdx.x;
    part[thread] = data[blockIdx.x * blockDim.x + thread];
    for (unsigned int size = 2; size <= blockDim.x; size *= 2)
        for (unsigned int distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            const unsigned int partner = thread ^ distance;
            if (partner > thread && (part[thread] > part[partner]) == ((thread & size) == 0)) {
                const unsigned int kept = part[thread];
                part[thread] = part[partner];
                part[partner] = kept;
            }
        }
    __syncthreads();
    data[blockIdx.x * blockDim.x + thread] = part[thread];
}
