// SPDX-License-Identifier: GPL-3.0-or-later
// Integer division, remainders, conversions and special functions.

extern "C" __global__ void arithmeticDivide(const int* a, int* out, int divisor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (a[i] * 1000 + i) / divisor;
}

extern "C" __global__ void arithmeticByConstants(const int* a, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = a[i] * 12345 + i;
    out[i] = v / 10 + v % 7 + v / 16;
}

extern "C" __global__ void arithmeticBits(const unsigned* a, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = a[i] * 2654435761u;
    out[i] = __popc(v) + __clz(v) + __brev(v) + __ffs(v) + ((v << 7) | (v >> 25));
}

extern "C" __global__ void arithmeticFast(const float* a, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = a[i];
    out[i] = __expf(v * 0.1f) + __sinf(v) + rsqrtf(v) + __fdividef(1.0f, v);
}

extern "C" __global__ void arithmeticColours(const uchar4* in, unsigned char* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uchar4 c = in[i];
    out[i] = static_cast<unsigned char>(0.299f * c.x + 0.587f * c.y + 0.114f * c.z);
}
