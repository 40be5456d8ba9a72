// SPDX-License-Identifier: GPL-3.0-or-later
// The two elements beside the tile are loaded by nobody.
extern "C" __global__ void bug(float *out, const float *in, int n)
{
    __shared__ float tile[66];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x + 1;
    tile[t] = in[i];
    __syncthreads();
    out[i] = tile[t - 1] + tile[t] + tile[t + 1];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int n)
{
    __shared__ float tile[66];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x + 1;
    tile[t] = in[i];
    if (threadIdx.x == 0)
        tile[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == blockDim.x - 1)
        tile[t + 1] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    out[i] = tile[t - 1] + tile[t] + tile[t + 1];
}
