// SPDX-License-Identifier: GPL-3.0-or-later
// y = factor * x + y in half precision, two elements a thread.
#include <cuda_fp16.h>

__global__ void halfAxpy(int pairs, __half factor, const __half2* x, __half2* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) y[i] = __hfma2(__half2half2(factor), x[i], y[i]);
}
