// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels read constant memory; only the host writes it.
__constant__ float coefficients[16] = {1, 2, 1};

extern "C" __global__ void bug(float *out)
{
    const float *mine = coefficients;
    asm volatile("" : "+l"(mine));  // so that the compiler does not see what is written to
    const_cast<float *>(mine)[threadIdx.x] = 1;  // BUG
    out[threadIdx.x] = mine[threadIdx.x];
}

extern "C" __global__ void fixed(float *out)
{
    out[threadIdx.x] = coefficients[threadIdx.x];
}
