// SPDX-License-Identifier: GPL-3.0-or-later
// A flag that no thread sets.
extern "C" __global__ void bug(int *flag, int *out)
{
    while (atomicAdd(flag, 0) == 0) {  // BUG
    }
    out[threadIdx.x] = 1;
}

extern "C" __global__ void fixed(int *flag, int *out)
{
    out[threadIdx.x] = atomicAdd(flag, 0) + 1;
}
