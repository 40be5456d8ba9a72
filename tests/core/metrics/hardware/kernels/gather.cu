// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes that lie far apart. 2654435761 is Knuth's multiplicative hash.

extern "C" __global__ void gatherStrided(const float* in, float* out, int stride, int mask) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i * stride) & mask];
}

extern "C" __global__ void gatherRandom(const float* in, const int* seed, float* out, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i * 2654435761u + seed[i] * 40503u) & mask];
}

extern "C" __global__ void scatterStrided(const float* in, float* out, int stride, int mask) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[(i * stride) & mask] = in[i];
}

extern "C" __global__ void scatterRandom(const float* in, float* out, unsigned mask) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[(i * 2654435761u >> 7) & mask] = in[i];
}

extern "C" __global__ void gatherChain(const int* next, int* out, int hops, int mask) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = i;
    for (int hop = 0; hop < hops; ++hop) at = (at * 5 + next[at] * 97) & mask;
    out[i] = at;
}
