// SPDX-License-Identifier: GPL-3.0-or-later
// Pi from the share of random points that lie in the quarter circle. Each thread has its own xorshift generator.

__device__ unsigned int next(unsigned int& state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

__global__ void monteCarloPi(unsigned int seed, int throws, unsigned long long* hits) {
    unsigned int state = seed + 2654435769u * (blockIdx.x * blockDim.x + threadIdx.x + 1);
    int inside = 0;
    for (int i = 0; i < throws; ++i) {
        const float x = (next(state) >> 8) * 0x1p-24f;
        const float y = (next(state) >> 8) * 0x1p-24f;
        if (x * x + y * y < 1) ++inside;
    }
    atomicAdd(hits, static_cast<unsigned long long>(inside));
}
