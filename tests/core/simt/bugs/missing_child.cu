// SPDX-License-Identifier: GPL-3.0-or-later
// A node without a child has child -1.
extern "C" __global__ void bug(int *out, const int *child, int steps)
{
    int node = threadIdx.x;
    for (int k = 0; k < steps; ++k)
        node = child[node];  // BUG
    out[threadIdx.x] = node;
}

extern "C" __global__ void fixed(int *out, const int *child, int steps)
{
    int node = threadIdx.x;
    for (int k = 0; k < steps && node >= 0; ++k)
        node = child[node];
    out[threadIdx.x] = node;
}
