// SPDX-License-Identifier: GPL-3.0-or-later
// A block's sum in seven ways, after the classical lecture on reductions: each fixes one fault of the one before.

extern "C" __global__ void reduce0(const float* in, float* out) {
    extern __shared__ float data[];
    const unsigned t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce1(const float* in, float* out) {
    extern __shared__ float data[];
    const unsigned t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned index = 2 * s * t;
        if (index < blockDim.x) data[index] += data[index + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce2(const float* in, float* out) {
    extern __shared__ float data[];
    const unsigned t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce3(const float* in, float* out) {
    extern __shared__ float data[];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x * 2 + t;
    data[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = data[0];
}

__device__ void lastWarp(volatile float* data, unsigned t) {
    data[t] += data[t + 32];
    data[t] += data[t + 16];
    data[t] += data[t + 8];
    data[t] += data[t + 4];
    data[t] += data[t + 2];
    data[t] += data[t + 1];
}

extern "C" __global__ void reduce4(const float* in, float* out) {
    extern __shared__ float data[];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x * 2 + t;
    data[t] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (t < s) data[t] += data[t + s];
        __syncthreads();
    }
    if (t < 32) lastWarp(data, t);
    if (t == 0) out[blockIdx.x] = data[0];
}

template <unsigned Threads>
__device__ void reduceUnrolled(float* data, unsigned t) {
    if (Threads >= 256) {
        if (t < 128) data[t] += data[t + 128];
        __syncthreads();
    }
    if (Threads >= 128) {
        if (t < 64) data[t] += data[t + 64];
        __syncthreads();
    }
    if (t < 32) lastWarp(data, t);
}

extern "C" __global__ void reduce5(const float* in, float* out) {
    extern __shared__ float data[];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * 512 + t;
    data[t] = in[i] + in[i + 256];
    __syncthreads();
    reduceUnrolled<256>(data, t);
    if (t == 0) out[blockIdx.x] = data[0];
}

extern "C" __global__ void reduce6(const float* in, float* out, unsigned n) {
    extern __shared__ float data[];
    const unsigned t = threadIdx.x;
    float sum = 0;
    for (unsigned i = blockIdx.x * 512 + t; i < n; i += gridDim.x * 512) sum += in[i] + in[i + 256];
    data[t] = sum;
    __syncthreads();
    reduceUnrolled<256>(data, t);
    if (t == 0) out[blockIdx.x] = data[0];
}
