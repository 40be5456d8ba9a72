// SPDX-License-Identifier: GPL-3.0-or-later
// 40000 rows of 65536 are more elements than an int can count: the index is negative.
extern "C" __global__ void bug(float *out, const float *in, int width, int row)
{
    int i = row * width + threadIdx.x;
    out[threadIdx.x] = in[i];  // BUG
}

extern "C" __global__ void fixed(float *out, const float *in, int width, int row)
{
    long long i = (long long)row * width + threadIdx.x;
    out[threadIdx.x] = i < 1024 ? in[i] : 0;
}
