// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread asks for a megabyte, and the heap has eight.
extern "C" __global__ void bug(int *out)
{
    int *p = (int *)malloc(1 << 20);
    p[threadIdx.x] = threadIdx.x;  // BUG
    out[threadIdx.x] = p[threadIdx.x];
    free(p);
}

extern "C" __global__ void fixed(int *out)
{
    int *p = (int *)malloc(1 << 20);
    if (p == nullptr)
        return;
    p[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = p[threadIdx.x];
    free(p);
}
