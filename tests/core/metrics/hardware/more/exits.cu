// SPDX-License-Identifier: GPL-3.0-or-later
// Ways out of loops and of kernels.

extern "C" __global__ void exitFromNested(const int* in, int* out, int n, int limit) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int a = 0; a < in[i]; ++a)
        for (int b = 0; b < in[(i + a) % n]; ++b) {
            sum += in[(i + a + b) % n];
            if (sum > limit) return;
        }
    out[i] = sum;
}

extern "C" __global__ void exitAfterStore(const int* in, int* out, int n, int wanted) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 40; ++k) {
        if (in[(i * 5 + k) % n] == wanted) {
            out[i] = k;
            return;
        }
    }
    out[i] = -1;
}

extern "C" __global__ void exitBinarySearch(const int* sorted, const int* keys, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int key = keys[i] * 100 + i % 50;
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sorted[middle] * 100 < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

extern "C" __global__ void exitContinue(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        const int v = in[i * n + k];
        if (v == 3) continue;
        if (v == 9 && sum > 40) break;
        sum += v;
        out[(i * n + sum) & 4095] = v;
    }
    out[i] = sum;
}

extern "C" __global__ void exitTwoGuards(const float* in, float* out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[y * width + x] = 0;
        return;
    }
    const float v = in[y * width + x];
    if (v < 3) return;
    out[y * width + x] = v * 0.5f + in[y * width + x - 1] + in[(y - 1) * width + x];
}

extern "C" __global__ void exitIsland(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i % n;
    int steps = 0;
    while (true) {
        const int v = in[at];
        if (v == 1) break;
        at = (at + v) % n;
        if (++steps == 20) {
            out[i] = -at;
            return;
        }
    }
    out[i] = steps;
}
