// SPDX-License-Identifier: GPL-3.0-or-later
// Conflicts in the banks of shared memory, by the stride between lanes.

extern "C" __global__ void bankStride(float* out, int stride) {
    __shared__ float data[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) data[k] = k;
    __syncthreads();
    float sum = 0;
    for (int round = 0; round < 16; ++round) sum += data[(threadIdx.x * stride + round) & 2047];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void bankColumn(const float* in, float* out) {
    __shared__ float tile[32][32];
    const int t = threadIdx.x;
    for (int row = 0; row < 32; ++row) tile[row][t] = in[(blockIdx.x * 32 + row) * 32 + t];
    __syncwarp();
    float sum = 0;
    for (int column = 0; column < 32; ++column) sum += tile[t][column];
    out[blockIdx.x * 32 + t] = sum;
}

extern "C" __global__ void bankDouble(const double* in, double* out, int stride) {
    __shared__ double data[1024];
    const int t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = data[(t * stride) & (blockDim.x - 1)];
}

extern "C" __global__ void bankBytes(const unsigned char* in, unsigned char* out) {
    __shared__ unsigned char data[256];
    const int t = threadIdx.x;
    data[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    out[blockIdx.x * 256 + t] = data[255 - t];
}
