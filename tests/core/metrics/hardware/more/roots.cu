// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point arithmetic that machine code does in many steps, or calls a routine for.

extern "C" __global__ void rootNorms(const float* x, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float a = x[3 * i] - 5, b = x[3 * i + 1] - 5, c = x[3 * i + 2] - 5;
    const float length = sqrtf(a * a + b * b + c * c);
    out[3 * i] = a / length;
    out[3 * i + 1] = b / length;
    out[3 * i + 2] = c / length;
}

extern "C" __global__ void rootQuadratic(const double* a, const double* b, double* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double p = b[i], q = a[i] - 4;
    const double d = p * p / 4 - q;
    out[i] = d >= 0 ? -p / 2 + sqrt(d) : 0.0;
}

extern "C" __global__ void rootNewton(const float* x, float* out, int steps) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = x[i];
    float r = v;
    for (int k = 0; k < steps; ++k) r = 0.5f * (r + v / r);
    out[i] = r;
}

extern "C" __global__ void rootWaves(const float* x, float* out, float scale) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sinf(x[i] * scale) + cosf(x[i] + i * 0.001f);
}

extern "C" __global__ void rootDecay(const float* x, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = expf(-x[i]) + logf(x[i] + 1) + powf(x[i], 1.5f);
}

extern "C" __global__ void rootRatios(const int* a, const int* b, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = static_cast<float>(a[i] - 5) / static_cast<float>(b[i]) + rsqrtf(static_cast<float>(a[i]));
}

extern "C" __global__ void rootMeans(const double* x, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0, squares = 0;
    for (int k = 0; k < n; ++k) {
        const double v = x[i * n + k];
        sum += v;
        squares += v * v;
    }
    const double mean = sum / n;
    out[i] = sqrt(squares / n - mean * mean);
}

extern "C" __global__ void rootZeros(const float* x, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float d = x[i] - 5;
    out[i] = sqrtf(d * d) + 1 / (d + 0.5f);
}
