// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of all kinds.

extern "C" __global__ void loopGcd(const int* a, const int* b, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[i] * 36 + i, y = b[i] * 24 + 12;
    while (y != 0) {
        const unsigned rest = x % y;
        x = y;
        y = rest;
    }
    out[i] = x;
}

extern "C" __global__ void loopPrimes(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int candidate = 2 * i + 3;
    int prime = 1;
    for (int d = 3; d * d <= candidate; d += 2)
        if (candidate % d == 0) {
            prime = 0;
            break;
        }
    out[i] = prime;
}

extern "C" __global__ void loopBits(const unsigned* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i] * 2654435761u;
    int count = 0;
    while (v) {
        v &= v - 1;
        ++count;
    }
    out[i] = count;
}

extern "C" __global__ void loopHorner(const float* coefficients, const float* x, float* y, int degree) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = degree; k >= 0; --k) sum = sum * x[i] * 0.125f + coefficients[k];
    y[i] = sum;
}

extern "C" __global__ void loopPairs(const float* x, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float nearest = 1e30f;
    for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        const float d = fabsf(x[i] - x[j] + 0.01f * (j - i));
        if (d < nearest) nearest = d;
    }
    out[i] = nearest;
}

extern "C" __global__ void loopWindow(const float* in, float* out, int n, int radius) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    int count = 0;
    for (int k = -radius; k <= radius; ++k) {
        const int j = i + k;
        if (j >= 0 && j < n) {
            sum += in[j];
            ++count;
        }
    }
    out[i] = sum / count;
}

extern "C" __global__ void loopMatrix(const float* a, const float* b, float* c, int rows, int inner, int columns) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns) {
        float sum = 0;
        for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * columns + column];
        c[row * columns + column] = sum;
    }
}

extern "C" __global__ void loopHalving(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int best = 0;
    for (int width = n; width > 1; width /= 2)
        for (int k = 0; k < in[i]; ++k) best = max(best, in[(i * width + k) & 1023]);
    out[i] = best;
}

extern "C" __global__ void loopPower(const int* base, const int* exponent, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int result = 1, b = base[i];
    for (int e = exponent[i]; e > 0; e >>= 1) {
        if (e & 1) result *= b;
        b *= b;
    }
    out[i] = result;
}

extern "C" __global__ void loopInsertion(int* data, int length) {
    int* const mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * length;
    for (int k = 1; k < length; ++k) {
        const int v = mine[k];
        int j = k - 1;
        while (j >= 0 && mine[j] > v) {
            mine[j + 1] = mine[j];
            --j;
        }
        mine[j + 1] = v;
    }
}
