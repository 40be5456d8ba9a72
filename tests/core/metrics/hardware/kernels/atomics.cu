// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic operations on the same, on neighbouring and on scattered addresses.

extern "C" __global__ void atomicSame(int* out) { atomicAdd(out, threadIdx.x & 3); }

extern "C" __global__ void atomicDistinct(int* out) {
    atomicAdd(&out[blockIdx.x * blockDim.x + threadIdx.x], 1 + threadIdx.x);
}

extern "C" __global__ void atomicPairs(int* out) {
    atomicAdd(&out[(blockIdx.x * blockDim.x + threadIdx.x) / 2], 1 + threadIdx.x);
}

extern "C" __global__ void atomicSpread(float* out, int stride) {
    atomicAdd(&out[threadIdx.x * stride], 1.0f + threadIdx.x);
}

extern "C" __global__ void atomicReturned(int* counter, int* out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(counter, threadIdx.x & 7);
}

extern "C" __global__ void atomicGuarded(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 5) atomicMax(&out[threadIdx.x & 15], in[i]);
}

extern "C" __global__ void atomicOne(int* counter) { atomicAdd(counter, 1); }

extern "C" __global__ void atomicShared(int* out) {
    __shared__ int sums[32];
    if (threadIdx.x < 32) sums[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&sums[threadIdx.x / 8], threadIdx.x);
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = sums[threadIdx.x];
}

extern "C" __global__ void atomicExchange(int* out, int* old) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    old[i] = atomicExch(&out[(i * 17) & 4095], i);
}
