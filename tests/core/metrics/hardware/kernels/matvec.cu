// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix times vector.

extern "C" __global__ void matvecRows(const float* a, const float* x, float* y, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * x[k];
    y[row] = sum;
}

extern "C" __global__ void matvecColumns(const float* a, const float* x, float* y, int n) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n) return;
    for (int row = 0; row < n; ++row) atomicAdd(&y[row], a[row * n + column] * x[column]);
}

extern "C" __global__ void matvecWarp(const float* a, const float* x, float* y, int n) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x & 31;
    if (row >= n) return;
    float sum = 0;
    for (int k = lane; k < n; k += 32) sum += a[row * n + k] * x[k];
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (lane == 0) y[row] = sum;
}

extern "C" __global__ void matvecShared(const float* a, const float* x, float* y, int n) {
    __shared__ float part[128];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += 128) {
        part[threadIdx.x] = x[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; ++k) sum += a[(first + k) * n + row] * part[k];
        __syncthreads();
    }
    y[row] = sum;
}
