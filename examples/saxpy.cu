// SPDX-License-Identifier: GPL-3.0-or-later
// y = factor * x + y with a grid-stride loop: any grid does any n.

__global__ void saxpy(int n, float factor, const float* x, float* y) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = factor * x[i] + y[i];
}
