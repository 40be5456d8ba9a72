// SPDX-License-Identifier: GPL-3.0-or-later
// libcu++: barriers, pipelines, atomics with orders and scopes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void blockBarrier(int* a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    a[threadIdx.x] += 1;
    auto token = barrier.arrive();
    a[threadIdx.x + 64] = 3;
    barrier.wait(std::move(token));
    barrier.arrive_and_wait();
}
__global__ void copyAsync(const int* in, int* out) {
    __shared__ int tile[256];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(tile));
    cg::wait(block);
    out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void pipelined(const float4* in, float4* out) {
    __shared__ float4 tile[2][64];
    auto pipe = cuda::make_pipeline();
    for (int s = 0; s < 2; ++s) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[s][threadIdx.x], &in[s * 64 + threadIdx.x], cuda::aligned_size_t<16>(16), pipe);
        pipe.producer_commit();
    }
    for (int s = 0; s < 2; ++s) {
        pipe.consumer_wait();
        out[s * 64 + threadIdx.x] = tile[s][threadIdx.x];
        pipe.consumer_release();
    }
}
__global__ void orders(int* a, float* f) {
    cuda::atomic_ref<int, cuda::thread_scope_device> counter(*a);
    counter.fetch_add(1, cuda::memory_order_relaxed);
    counter.store(5, cuda::memory_order_release);
    a[1] = counter.load(cuda::memory_order_acquire) + counter.exchange(3) + counter.fetch_max(7, cuda::memory_order_acq_rel);
    int expected = 4;
    counter.compare_exchange_strong(expected, 9);
    cuda::atomic_ref<float, cuda::thread_scope_block> sum(*f);
    sum.fetch_add(1.5f);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
    cuda::atomic_ref<int, cuda::thread_scope_system> global(a[2]);
    global.fetch_or(3);
    while (counter.load() < 3) __nanosleep(20);
}
