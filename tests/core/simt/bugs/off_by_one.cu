// SPDX-License-Identifier: GPL-3.0-or-later
// The last element of n has the index n - 1.
extern "C" __global__ void bug(float *out, const float *in, int n)
{
    float sum = 0;
    for (int k = threadIdx.x; k <= n; k += blockDim.x)
        sum += in[k];  // BUG
    out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(float *out, const float *in, int n)
{
    float sum = 0;
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        sum += in[k];
    out[threadIdx.x] = sum;
}
