// SPDX-License-Identifier: GPL-3.0-or-later
// One thread for each element, or a few.

extern "C" __global__ void vectorSaxpy(const float* x, float* y, float a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void vectorGridStride(const float* a, const float* b, float* c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}

extern "C" __global__ void vectorDotAtomic(const float* a, const float* b, float* sum, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, a[i] * b[i]);
}

extern "C" __global__ void vectorDotShared(const float* a, const float* b, float* sum, int n) {
    __shared__ float cache[256];
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) mine += a[i] * b[i];
    cache[threadIdx.x] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, cache[0]);
}

extern "C" __global__ void vectorNorm(const float* x, const float* y, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float length = sqrtf(x[i] * x[i] + y[i] * y[i]);
    out[i] = x[i] / length;
}

extern "C" __global__ void vectorReverse(float* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    const float a = data[i];
    data[i] = data[n - 1 - i];
    data[n - 1 - i] = a;
}
