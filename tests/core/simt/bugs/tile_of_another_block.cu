// SPDX-License-Identifier: GPL-3.0-or-later
// The tile was made for blocks of 16 x 16.
extern "C" __global__ void bug(float *out, const float *in)
{
    __shared__ float tile[16][16];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * blockDim.x + threadIdx.x];  // BUG
    __syncthreads();
    out[threadIdx.x * blockDim.x + threadIdx.y] = tile[threadIdx.y][threadIdx.x];
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * blockDim.x + threadIdx.x];
    __syncthreads();
    out[threadIdx.x * blockDim.x + threadIdx.y] = tile[threadIdx.y][threadIdx.x];
}
