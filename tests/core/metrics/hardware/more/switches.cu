// SPDX-License-Identifier: GPL-3.0-or-later
// Many ways to choose from.

extern "C" __global__ void switchDense(const int* kinds, const float* x, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = x[i];
    float r;
    switch (kinds[i]) {
        case 1: r = v + 1; break;
        case 2: r = v * v; break;
        case 3: r = v * v * v; break;
        case 4: r = sqrtf(v); break;
        case 5: r = 1 / v; break;
        case 6: r = v - 7; break;
        case 7: r = fabsf(v - 5); break;
        case 8: r = fminf(v, 4.0f); break;
        default: r = 0;
    }
    out[i] = r;
}

extern "C" __global__ void switchSparse(const int* kinds, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = kinds[i] * kinds[i];
    switch (v) {
        case 1: out[i] = i * 3; break;
        case 16: out[i] = i / 3; break;
        case 36: out[i] = i % 7; break;
        case 81: out[i] = -i; break;
        default: break;
    }
}

extern "C" __global__ void switchStates(const int* in, int* out, int length) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int state = 0, words = 0;
    for (int k = 0; k < length; ++k) {
        const int c = in[i * length + k];
        switch (state) {
            case 0:
                if (c > 4) state = 1, ++words;
                break;
            case 1:
                if (c == 4) state = 2;
                if (c < 3) state = 0;
                break;
            case 2: state = c > 7 ? 1 : 0; break;
        }
    }
    out[i] = words * 4 + state;
}

extern "C" __global__ void switchElseIf(const float* x, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = x[i];
    if (v < 2)
        out[i] = v * 2 + x[n - 1 - i];
    else if (v < 4)
        out[n - 1 - i] = v / 3;
    else if (v < 7)
        out[i] = sqrtf(v + x[i / 2]);
    else
        out[i] = v * v - x[i / 4] * 0.25f;
}

extern "C" __global__ void switchOperators(const int* op, const int* a, const int* b, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int o = op[i] & 3;
    int r = 0;
    if (o == 0) r = a[i] + b[i];
    if (o == 1) r = a[i] * b[i];
    if (o == 2) r = a[i] / b[i];
    if (o == 3) r = a[i] - b[i];
    out[i] = r;
}

extern "C" __global__ void switchGrades(const int* points, int* counts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int p = points[i] * 11;
    int grade;
    if (p >= 90) grade = 0;
    else if (p >= 75) grade = 1;
    else if (p >= 60) grade = 2;
    else if (p >= 45) grade = 3;
    else grade = 4;
    atomicAdd(&counts[grade], 1);
}
