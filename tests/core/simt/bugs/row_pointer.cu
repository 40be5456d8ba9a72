// SPDX-License-Identifier: GPL-3.0-or-later
// The last row ends where rows[n] says, and there is no rows[n].
extern "C" __global__ void bug(float *out, const int *rows, const float *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = rows[i]; k < rows[i + 1]; ++k)  // BUG
            sum += values[k];
        out[i] = sum;
    }
}

extern "C" __global__ void fixed(float *out, const int *rows, const float *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) {
        float sum = 0;
        for (int k = rows[i]; k < rows[i + 1]; ++k)
            sum += values[k];
        out[i] = sum;
    }
}
