// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of one warp that go different ways.

extern "C" __global__ void divergeCollatz(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned value = i + 1;
    int steps = 0;
    while (value != 1) {
        if (value % 2 == 0)
            value /= 2;
        else
            value = 3 * value + 1;
        ++steps;
    }
    out[i] = steps;
}

extern "C" __global__ void divergeMandelbrot(int* out, int width, int most) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const float cr = -2.0f + 3.0f * x / width, ci = -1.5f + 3.0f * y / width;
    float zr = 0, zi = 0;
    int k = 0;
    while (k < most && zr * zr + zi * zi < 4.0f) {
        const float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        ++k;
    }
    out[y * width + x] = k;
}

extern "C" __global__ void divergeRows(const int* lengths, const float* values, const float* x, float* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int length = lengths[row];
    float sum = 0;
    for (int k = 0; k < length; ++k) sum += values[row * 16 + k] * x[(row * 7 + k * 13) & 1023];
    y[row] = sum;
}

extern "C" __global__ void divergeSwitch(const int* kinds, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = i * 0.5f;
    float result = 0;
    switch (kinds[i]) {
        case 1: result = v * v; break;
        case 2: result = sqrtf(v); break;
        case 3: for (int k = 0; k < i % 7; ++k) result += v; break;
        case 4: result = 1.0f / (v + 1.0f); break;
        case 5: result = v * v * v - 1.0f; break;
        case 6: result = fabsf(v - 100.0f); break;
        default: result = -1.0f;
    }
    out[i] = result;
}

extern "C" __global__ void divergeEarlyExit(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int v = in[i];
    if (v > 6) return;
    int sum = v;
    for (int k = 0; k < v; ++k) {
        sum += in[(i + k * 32) & 1023];
        if (sum > 20) return;
    }
    out[i] = sum;
}

extern "C" __global__ void divergeFind(const int* in, int* where, int n, int wanted) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int found = -1;
    for (int k = 0; k < 32; ++k) {
        if (in[(i * 3 + k) % n] == wanted) {
            found = k;
            break;
        }
    }
    where[i] = found;
}

extern "C" __global__ void divergeEvenOdd(float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i;
    if (i % 2 == 0) {
        for (int k = 0; k < 20; ++k) v = v * 0.5f + 1.0f;
    } else {
        for (int k = 0; k < 20; ++k) v = sqrtf(v + k);
    }
    out[i] = v;
}
