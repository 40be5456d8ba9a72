// SPDX-License-Identifier: GPL-3.0-or-later
// Double precision.

extern "C" __global__ void doubleAxpy(const double* x, double* y, double a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void doublePolynomial(const double* x, double* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double v = x[i];
    double p = 0.25;
    for (int k = 0; k < 12; ++k) p = p * v + (k + 1);
    y[i] = p;
}

extern "C" __global__ void doubleDistance(const double* x, const double* y, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double dx = x[i] - x[0], dy = y[i] - y[0];
    out[i] = sqrt(dx * dx + dy * dy);
}

extern "C" __global__ void doubleNormalise(const double* x, double* out, double total) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] / total;
}
