// SPDX-License-Identifier: GPL-3.0-or-later
// A block reads elements that its neighbour block overwrites. __syncthreads() is not for that.
extern "C" __global__ void bug(float *data, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = i > 0 ? data[i - 1] : 0;  // BUG
    float here = data[i];
    __syncthreads();
    data[i] = left + here;  // AND
}

extern "C" __global__ void fixed(float *data, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = i > 0 ? data[i - 1] : 0;
    float here = data[i];
    out[i] = left + here;
}
