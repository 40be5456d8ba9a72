// SPDX-License-Identifier: GPL-3.0-or-later
// sum is never set.
extern "C" __global__ void bug(int *out, const int *in, int n)
{
    int sum;
    for (int k = 0; k < n; ++k)
        sum += in[threadIdx.x + k];  // BUG
    out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(int *out, const int *in, int n)
{
    int sum = 0;
    for (int k = 0; k < n; ++k)
        sum += in[threadIdx.x + k];
    out[threadIdx.x] = sum;
}
