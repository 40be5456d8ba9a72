// SPDX-License-Identifier: GPL-3.0-or-later
// The array is gone when the function has returned.
__device__ __noinline__ int *digits(int value, int *keep)
{
    int mine[8];
    int *p = keep ? keep : mine;
    for (int k = 0; k < 8; ++k) {
        p[k] = value % 10;
        value /= 10;
    }
    return p;
}

__device__ __noinline__ int something(int v)
{
    volatile int other[16];
    for (int k = 0; k < 16; ++k)
        other[k] = v * k;
    return other[v & 15];
}

extern "C" __global__ void bug(int *out, const int *in, int k)
{
    int *p = digits(in[threadIdx.x], nullptr);
    int s = something(k);
    out[threadIdx.x] = p[k & 7] + s;  // BUG
}

extern "C" __global__ void fixed(int *out, const int *in, int k)
{
    int own[8];
    int *p = digits(in[threadIdx.x], own);
    int s = something(k);
    out[threadIdx.x] = p[k & 7] + s;
}
