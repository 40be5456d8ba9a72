// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is shaped like a triangle.

extern "C" __global__ void triangleRowSums(const float* a, float* out, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int column = 0; column <= row; ++column) sum += a[column * n + row];
    out[row] = sum;
}

extern "C" __global__ void trianglePairs(const float* x, float* out, int n) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j > i || i >= n) return;
    const float d = x[i] - x[j];
    out[i * n + j] = d * d;
}

extern "C" __global__ void triangleSolve(const float* l, float* x, int n) {
    __shared__ float done[128];
    const int t = threadIdx.x;
    float mine = x[t];
    for (int k = 0; k < n; ++k) {
        if (t == k) done[k] = mine;
        __syncthreads();
        if (t > k) mine -= l[t * n + k] * 0.01f * done[k];
    }
    x[t] = mine;
}
