// SPDX-License-Identifier: GPL-3.0-or-later
// Values passed between the lanes of a warp.

extern "C" __global__ void shuffleReduce(const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = in[i];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}

extern "C" __global__ void shuffleScan(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    int sum = in[i];
    for (int distance = 1; distance < 32; distance *= 2) {
        const int other = __shfl_up_sync(0xffffffffu, sum, distance);
        if (lane >= distance) sum += other;
    }
    out[i] = sum;
}

extern "C" __global__ void shuffleButterfly(const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float most = in[i];
    for (int bit = 1; bit < 32; bit <<= 1) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, bit));
    out[i] = most;
}

extern "C" __global__ void shuffleBlockSum(const float* in, float* out, int n) {
    __shared__ float partial[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? partial[lane] : 0;
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
        if (lane == 0) out[blockIdx.x] = sum;
    }
}
