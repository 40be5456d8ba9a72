// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that wait with libcu++'s barriers: it asks 16 times, then looks at the clock, and sleeps when that takes long.
// nvcc -ptx -arch=compute_75 (80, 90) waits.cu -o waits_75.ptx
#include <cuda/barrier>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#pragma nv_diag_suppress static_var_with_dynamic_init
using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// Each round adds up what the threads have put into shared memory, in an order that only the barrier makes sure of.
extern "C" __global__ void meet(int *out, int rounds)
{
    __shared__ Barrier barrier;
    __shared__ int values[256];
    const int t = threadIdx.x;
    const int n = blockDim.x;
    if (t == 0)
        init(&barrier, n);
    __syncthreads();
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
        values[t] = t + r;
        barrier.arrive_and_wait();
        sum += values[n - 1 - t];
        barrier.arrive_and_wait();
    }
    out[blockIdx.x * n + t] = sum;
}

/// One thread more is expected than there is.
extern "C" __global__ void waitsForNobody(int *out)
{
    __shared__ Barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x + 1);
    __syncthreads();
    barrier.arrive_and_wait();
    out[threadIdx.x] = 1;
}

/// Thread 0 tells the others after a long loop; they give up after a time, and count how often.
extern "C" __global__ void waitsAWhile(volatile int *flag, int *tries, int rounds)
{
    if (threadIdx.x < 32) {
        unsigned x = threadIdx.x;
        for (int i = 0; i < rounds; ++i)
            x = x * 1664525u + 1013904223u;
        flag[1 + threadIdx.x] = x;
        __threadfence();
        flag[0] = 1;
        return;
    }
    int gaveUp = 0;
    while (flag[0] == 0) {
        const long long start = clock64();
        while (flag[0] == 0 && clock64() - start < 1000)
            ;
        ++gaveUp;
    }
    tries[threadIdx.x] = gaveUp;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800
/// Tiles come by memcpy_async.
extern "C" __global__ void pipeline(float *out, const float *in, int rounds)
{
    __shared__ Barrier full;
    __shared__ alignas(16) float tile[256];
    auto block = cooperative_groups::this_thread_block();
    if (threadIdx.x == 0)
        init(&full, blockDim.x);
    block.sync();
    float sum = 0;
    for (int r = 0; r < rounds; ++r) {
        cuda::memcpy_async(block, tile, in + r * 256, cuda::aligned_size_t<16>(sizeof(tile)), full);
        full.arrive_and_wait();
        sum += tile[255 - threadIdx.x];
        full.arrive_and_wait();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#endif
