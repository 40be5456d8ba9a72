// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses of 8 and 16 bytes a thread.

extern "C" __global__ void wideFloat2(const float2* in, float2* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float2 v = in[i];
    out[i] = make_float2(v.y, v.x);
}

extern "C" __global__ void wideFloat4(const float4* in, float4* out, float factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = in[i];
    out[i] = make_float4(v.x * factor, v.y * factor, v.z * factor, v.w * factor);
}

extern "C" __global__ void wideDouble2(const double2* in, double2* out, int stride, int mask) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double2 v = in[(i * stride) & mask];
    out[i] = make_double2(v.x + v.y, v.x - v.y);
}

extern "C" __global__ void wideShared2(const float2* in, float2* out, int stride) {
    __shared__ float2 tile[512];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[(threadIdx.x * stride) & 255];
}

extern "C" __global__ void wideShared4(const float4* in, float4* out, int stride) {
    __shared__ float4 tile[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[(threadIdx.x * stride) & 255];
}
