// SPDX-License-Identifier: GPL-3.0-or-later
// Votes of a warp, and what is built of them.

extern "C" __global__ void voteCount(const int* in, int* out, int limit) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned ballot = __ballot_sync(0xffffffffu, in[i] > limit);
    if ((threadIdx.x & 31) == 0) out[i / 32] = __popc(ballot);
}

extern "C" __global__ void voteCompact(const int* in, int* out, int* count, int limit) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = in[i];
    const unsigned ballot = __ballot_sync(0xffffffffu, v > limit);
    const int lane = threadIdx.x & 31;
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(ballot));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (v > limit) out[base + __popc(ballot & ((1u << lane) - 1))] = v;
}

extern "C" __global__ void voteAnyAll(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = in[i];
    int result = 0;
    if (__any_sync(0xffffffffu, v == 9)) result += 1;
    if (__all_sync(0xffffffffu, v < 9)) result += 2;
    out[i] = result;
}
