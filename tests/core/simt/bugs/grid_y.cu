// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void bug(float *out)
{
    out[blockIdx.y] = 1;
}

extern "C" __global__ void fixed(float *out)
{
    out[blockIdx.x] = 1;
}
