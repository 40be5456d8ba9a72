// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the elements above a threshold. The lanes that keep one are counted by a ballot, and only the first of them
// reserves the places for all.

__global__ void compact(const int* in, int n, int threshold, int* out, int* kept) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] <= threshold) return;
    const unsigned int lanes = __activemask();
    const int lane = threadIdx.x % 32;
    const int leader = __ffs(lanes) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(kept, __popc(lanes));
    first = __shfl_sync(lanes, first, leader);
    out[first + __popc(lanes & ((1u << lane) - 1))] = in[i];
}
