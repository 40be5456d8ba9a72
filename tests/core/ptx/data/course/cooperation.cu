// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that work together: shared memory, barriers, warp primitives, cooperative groups, atomics.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern __shared__ float dynamicFloats[];
extern __shared__ __align__(16) double dynamicDoubles[];

__device__ int warpSum(int v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}
__global__ void reduction(int* out, const int* in) {
    __shared__ int partial[32];
    int v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) v = warpSum(threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicAdd(out, v);
}
__global__ void dynamicShared(float* out) {
    dynamicFloats[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = dynamicFloats[blockDim.x - 1 - threadIdx.x] + static_cast<float>(dynamicDoubles[0]);
}
__global__ void barriers(int* out, int n) {
    const int i = threadIdx.x;
    out[i] = __syncthreads_count(out[i] > n) + __syncthreads_and(out[i]) + __syncthreads_or(out[i] == 5);
    asm volatile("bar.sync 1, 64;");
    asm volatile("barrier.sync 2, %0;" ::"r"(n));
    asm volatile("bar.arrive 3, 64;");
    __syncwarp(0xffff);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
}
__global__ void shuffles(int* a, float* f, double* d, long long* l) {
    const int i = threadIdx.x;
    a[i] = __shfl_sync(0xffffffff, a[i], 3) + __shfl_up_sync(0xffffffff, a[i], 1, 8) + __shfl_xor_sync(0xffffffff, a[i], 5);
    f[i] = __shfl_down_sync(0xffffffff, f[i], 2, 16);
    d[i] = __shfl_sync(0xffffffff, d[i], i ^ 1);
    l[i] = __shfl_xor_sync(0xffffffff, l[i], 16);
}
__global__ void votes(unsigned* a) {
    const int i = threadIdx.x;
    const bool odd = a[i] & 1;
    a[i] = __ballot_sync(0xffffffff, odd) + __any_sync(0xffffffff, odd) + __all_sync(0xffffffff, odd) + __activemask();
    int same = 0;
    a[i] += __match_any_sync(0xffffffff, a[i]) + __match_all_sync(0xffffffff, a[i], &same) + same;
    a[i] += __match_any_sync(0xffffffff, static_cast<unsigned long long>(a[i]));
#if __CUDA_ARCH__ >= 800
    a[i] += __reduce_add_sync(0xffffffff, a[i]) + __reduce_min_sync(0xffffffff, static_cast<int>(a[i])) + __reduce_xor_sync(0xffffffff, a[i]);
#endif
}
__global__ void groups(int* a) {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<8>(block);
    const auto warp = cg::tiled_partition<32>(block);
    int v = a[block.thread_rank()];
    v = cg::reduce(tile, v, cg::plus<int>()) + tile.shfl_down(v, 1) + cg::inclusive_scan(warp, v);
    if (v & 1) {
        const cg::coalesced_group active = cg::coalesced_threads();
        v += active.size() + active.thread_rank() + active.shfl(v, 0);
        if (active.thread_rank() == 0) atomicAdd(a, active.num_threads());
        active.sync();
    }
    const auto binary = cg::labeled_partition(warp, v & 3);
    v += binary.num_threads();
    block.sync();
    tile.sync();
    a[block.thread_rank()] = v + tile.meta_group_rank() + warp.any(v > 3) + warp.ballot(v) + block.group_index().x;
}
__global__ void atomics(int* a, unsigned* u, unsigned long long* l, float* f, double* d) {
    atomicAdd(a, 1);
    atomicSub(a, 2);
    a[1] = atomicExch(a, 3) + atomicMin(a, 4) + atomicMax(a, 5) + atomicCAS(a, 6, 7) + atomicAnd(a, 8) + atomicOr(a, 9) + atomicXor(a, 1);
    u[1] = atomicInc(u, 10) + atomicDec(u, 11) + atomicMin(u, 12u) + atomicMax(u, 13u);
    l[1] = atomicAdd(l, 14ULL) + atomicExch(l, 15ULL) + atomicCAS(l, 16ULL, 17ULL) + atomicMax(l, 18ULL) + atomicAnd(l, 19ULL) + atomicXor(l, 3ULL);
    f[1] = atomicAdd(f, 1.5f) + atomicExch(f, 2.5f);
    d[1] = atomicAdd(d, 1.5);
    atomicAdd_block(a + 2, 1);
    atomicAdd_system(a + 3, 1);
    atomicMin(reinterpret_cast<long long*>(l), -4LL);
    __shared__ int counts[16];
    counts[threadIdx.x % 16] = 0;
    __syncthreads();
    atomicAdd(&counts[a[0] & 15], 1);
    atomicCAS(reinterpret_cast<unsigned short*>(a) + 8, static_cast<unsigned short>(1), static_cast<unsigned short>(2));
}
__device__ double atomicAddOld(double* address, double value) {
    auto* whole = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *whole, assumed;
    do {
        assumed = old;
        old = atomicCAS(whole, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__global__ void spinLock(int* lock, volatile double* total) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *total = *total + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
    atomicAddOld(const_cast<double*>(total) + 1, 1.0);
}
__global__ void loads(int* out, const int* __restrict__ in) {
    const int i = threadIdx.x;
    out[i] = __ldg(in + i) + __ldcg(in + i + 1) + __ldcs(in + i + 2) + __ldlu(in + i + 3) + __ldcv(in + i + 4);
    __stcg(out + i + 32, 1);
    __stcs(out + i + 64, 2);
    __stwt(out + i + 96, 3);
    __stwb(out + i + 128, 4);
    asm volatile("prefetch.global.L1 [%0];" ::"l"(in));
}
__global__ void spaces(int* a, int n) {
    __shared__ int tile[64];
    int mine[4] = {n, n + 1, n + 2, n + 3};
    int* p = n > 2 ? (n > 5 ? a : tile) : mine;
    p[n & 3] = 5;
    a[0] = __isShared(p) + __isGlobal(p) + __isLocal(p) + __isConstant(p) + mine[a[1] & 3];
}
