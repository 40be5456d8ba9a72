// SPDX-License-Identifier: GPL-3.0-or-later
// The launch is what is wrong: 2048 threads in a block.
extern "C" __global__ void bug(int *out)
{
    out[threadIdx.x] = 1;
}

extern "C" __global__ void fixed(int *out)
{
    out[threadIdx.x] = 1;
}
