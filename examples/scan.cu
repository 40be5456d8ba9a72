// SPDX-License-Identifier: GPL-3.0-or-later
// Inclusive prefix sums of a block's elements (Hillis and Steele) in dynamic shared memory, two buffers in turn.

__global__ void inclusiveScan(const int* in, int* out, int n) {
    extern __shared__ int buffers[];  // 2 * blockDim.x
    const int thread = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + thread;
    int* from = buffers;
    int* to = buffers + blockDim.x;
    from[thread] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        to[thread] = thread >= distance ? from[thread] + from[thread - distance] : from[thread];
        __syncthreads();
        int* const other = from;
        from = to;
        to = other;
    }
    if (i < n) out[i] = from[thread];
}
