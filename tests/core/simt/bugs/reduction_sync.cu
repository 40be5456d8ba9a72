// SPDX-License-Identifier: GPL-3.0-or-later
// Each step adds what other threads wrote in the step before.
extern "C" __global__ void bug(float *out, const float *in)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2)
        if (t < half)
            s[t] += s[t + half];  // BUG AND
    if (t == 0)
        out[blockIdx.x] = s[0];
}

extern "C" __global__ void fixed(float *out, const float *in)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
