// SPDX-License-Identifier: GPL-3.0-or-later
// Made into nested.ptx by: nvcc -ptx -arch=compute_75 -O3 -lineinfo nested.cu
__device__ __forceinline__ float twice(float x) { return x + x * x; }

__global__ void nested(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k) {
        if (in[k] > 1.0f) {
            if (in[k + i] > 2.0f)
                sum += twice(in[k]);
            else
                out[k] = sum;
        }
    }
    out[i] = sum;
}

extern __shared__ double partial[];
__global__ void reduce(double* out, const double* in, unsigned n) {
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + t;
    partial[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}
