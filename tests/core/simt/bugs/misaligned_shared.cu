// SPDX-License-Identifier: GPL-3.0-or-later
// A double in an array of floats begins at every second float only.
extern "C" __global__ void bug(double *out, const float *in)
{
    __shared__ __align__(16) float s[66];
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 32] = in[threadIdx.x];
    if (threadIdx.x < 2)
        s[threadIdx.x + 64] = 0;
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<double *>(&s[threadIdx.x]);  // BUG
}

extern "C" __global__ void fixed(double *out, const float *in)
{
    __shared__ __align__(16) float s[66];
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 32] = in[threadIdx.x];
    if (threadIdx.x < 2)
        s[threadIdx.x + 64] = 0;
    __syncthreads();
    out[threadIdx.x] = *reinterpret_cast<double *>(&s[2 * threadIdx.x]);
}
