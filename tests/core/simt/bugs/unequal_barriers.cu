// SPDX-License-Identifier: GPL-3.0-or-later
// Warp w passes w + 1 barriers: the others do not wait for the same step.
extern "C" __global__ void bug(int *out)
{
    int steps = threadIdx.x / 32 + 1;
    for (int k = 0; k < steps; ++k)
        __syncthreads();  // BUG
    out[threadIdx.x] = steps;
}

extern "C" __global__ void fixed(int *out)
{
    int steps = threadIdx.x / 32 + 1;
    for (int k = 0; k < 4; ++k)
        __syncthreads();
    out[threadIdx.x] = steps;
}
