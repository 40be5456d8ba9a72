// SPDX-License-Identifier: GPL-3.0-or-later
//
// One number from many: the sum or the maximum of n values. Document 004, chapter 6.
//
// Each block brings values into shared memory and combines them to one number, partial[blockIdx.x]; the partial numbers
// are combined by another launch of the same kernel, until one is left. The blocks must cover the values, but reduce6
// takes any number of them; a block's shared memory holds one number a thread.
//
//   name           right for every n; for sums and maxima.
//   namePublished  what the document printed, written anew with its arithmetic, its accesses and its mistakes; sums only,
//                  as there. A wrong line is marked "defect".
#include <climits>
#include <cmath>


// What is combined, and what changes nothing when it is combined.
template <typename T>
struct Sum {
    static __device__ T neutral() { return T(0); }
    static __device__ T combine(T a, T b) { return a + b; }
};

template <typename T>
struct Max {
    static __device__ T neutral() { return T(-INFINITY); }
    static __device__ T combine(T a, T b) { return a > b ? a : b; }
};
template <>
__device__ int Max<int>::neutral() { return INT_MIN; }


extern __shared__ double shared[];  // as long as the launch says; each kernel keeps its own type in it


// ---- 0: neighbours first. Thread 0, 2, 4, … takes its neighbour's number, then thread 0, 4, 8, … and so on. In every
// warp some threads work and some wait. Listing 6.2.
template <template <typename> class Op, typename T>
__global__ void reduce0(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : Op<T>::neutral();
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0 && tid + s < blockDim.x)
            sum[tid] = Op<T>::combine(sum[tid], sum[tid + s]);
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}

template <typename T>
__global__ void reduce0Published(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : T(0);
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sum[tid] += sum[tid + s];  // defect: unless blockDim.x is a power of two, sum[tid + s] may be outside
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}


// ---- 1: the same pairs, but threads 0, 1, 2, … do the work: whole warps work or wait. Their numbers lie 2, 4, 8, …
// places apart, in the same banks of shared memory. Listing 6.3.
template <template <typename> class Op, typename T>
__global__ void reduce1(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : Op<T>::neutral();
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * tid;
        if (index + s < blockDim.x)
            sum[index] = Op<T>::combine(sum[index], sum[index + s]);
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}

template <typename T>
__global__ void reduce1Published(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : T(0);
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * tid;
        if (index < blockDim.x)
            sum[index] += sum[index + s];  // defect: unless blockDim.x is a power of two, this may be outside
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}


// ---- 2: the second half is added to the first, then the second quarter, and so on: neighbours touch neighbouring
// places, and no two the same bank. Listing 6.4.
template <template <typename> class Op, typename T>
__global__ void reduce2(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : Op<T>::neutral();
    __syncthreads();

    for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {  // of an odd number, the middle one stays
        unsigned s = (left + 1) / 2;
        if (tid + s < left)
            sum[tid] = Op<T>::combine(sum[tid], sum[tid + s]);
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}

template <typename T>
__global__ void reduce2Published(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : T(0);
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {  // defect: half of an odd number forgets the last one
        if (tid < s)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}


// ---- 3: half of the threads of 2 had nothing to do from the start. Here each one combines two values while it loads
// them, so that half the blocks do. Listing 6.5.
template <template <typename> class Op, typename T>
__global__ void reduce3(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (2 * blockDim.x) + tid;

    sum[tid] = Op<T>::combine(i < n ? values[i] : Op<T>::neutral(),
                           i + blockDim.x < n ? values[i + blockDim.x] : Op<T>::neutral());
    __syncthreads();

    for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
        unsigned s = (left + 1) / 2;
        if (tid + s < left)
            sum[tid] = Op<T>::combine(sum[tid], sum[tid + s]);
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}

template <typename T>
__global__ void reduce3Published(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (2 * blockDim.x) + tid;

    sum[tid] = values[i] + values[i + blockDim.x];  // defect: nobody asks whether i and i + blockDim.x are below n
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}


// The last 64 numbers, by one warp, without barriers for the block. blockDim.x must be a power of two from 64 on.
// Lanes of a warp need not be in step: each must have read before another writes there, and the other way round.
template <template <typename> class Op, typename T>
__device__ void reduceWarp(T *sum, unsigned tid)
{
#pragma unroll
    for (unsigned s = 32; s > 0; s /= 2) {
        auto both = Op<T>::combine(sum[tid], sum[tid + s]);
        __syncwarp();  // all lanes have read
        sum[tid] = both;
        __syncwarp();  // all lanes have written
    }
}

template <typename T>
__device__ void reduceWarpPublished(volatile T *sum, unsigned tid)  // volatile: the compiler keeps nothing in registers
{
    sum[tid] += sum[tid + 32];
    sum[tid] += sum[tid + 16];  // defect, here and below: since Volta nothing keeps the lanes in step, so that a lane
    sum[tid] += sum[tid + 8];   //                         may read what its neighbour has not written yet, or what it
    sum[tid] += sum[tid + 4];   //                         has already added to
    sum[tid] += sum[tid + 2];
    sum[tid] += sum[tid + 1];
}


// ---- 4: like 2, but one warp does the last 64 numbers by itself, with its loop unrolled. Listings 6.6 and 6.7.
template <template <typename> class Op, typename T>
__global__ void reduce4(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : Op<T>::neutral();
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sum[tid] = Op<T>::combine(sum[tid], sum[tid + s]);
        __syncthreads();
    }
    if (tid < 32)
        reduceWarp<Op>(sum, tid);

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}

template <typename T>
__global__ void reduce4Published(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + tid;

    sum[tid] = i < n ? values[i] : T(0);
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }
    if (tid < 32)
        reduceWarpPublished(sum, tid);

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}


// ---- 5: 3 and 4 together. Listing 6.8.
template <template <typename> class Op, typename T>
__global__ void reduce5(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (2 * blockDim.x) + tid;

    sum[tid] = Op<T>::combine(i < n ? values[i] : Op<T>::neutral(),
                           i + blockDim.x < n ? values[i + blockDim.x] : Op<T>::neutral());
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sum[tid] = Op<T>::combine(sum[tid], sum[tid + s]);
        __syncthreads();
    }
    if (tid < 32)
        reduceWarp<Op>(sum, tid);

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}

template <typename T>
__global__ void reduce5Published(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (2 * blockDim.x) + tid;

    sum[tid] = values[i] + values[i + blockDim.x];  // defect: as in 3
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }
    if (tid < 32)
        reduceWarpPublished(sum, tid);

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}


// ---- 6: each thread combines as many pairs as it takes for the grid to see all values; any grid will do. The compiler
// knows BLOCK = blockDim.x, and unrolls every loop but the first. Listing 6.9.
template <int BLOCK, template <typename> class Op, typename T>
__global__ void reduce6(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;

    sum[tid] = Op<T>::neutral();
    for (unsigned i = blockIdx.x * (2 * BLOCK) + tid; i < n; i += 2 * BLOCK * gridDim.x)
        sum[tid] = Op<T>::combine(sum[tid],
                               Op<T>::combine(values[i], i + BLOCK < n ? values[i + BLOCK] : Op<T>::neutral()));
    __syncthreads();

#pragma unroll
    for (unsigned s = BLOCK / 2; s > 32; s /= 2) {
        if (tid < s)
            sum[tid] = Op<T>::combine(sum[tid], sum[tid + s]);
        __syncthreads();
    }
    if (tid < 32)
        reduceWarp<Op>(sum, tid);

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}

template <int BLOCK, typename T>
__global__ void reduce6Published(T *partial, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;

    sum[tid] = T(0);
    for (unsigned i = blockIdx.x * (2 * BLOCK) + tid; i < n; i += 2 * BLOCK * gridDim.x)
        sum[tid] += values[i] + values[i + BLOCK];  // defect: nobody asks whether i + BLOCK is below n
    __syncthreads();

#pragma unroll
    for (unsigned s = BLOCK / 2; s > 32; s /= 2) {
        if (tid < s)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }
    if (tid < 32)
        reduceWarpPublished(sum, tid);

    if (tid == 0)
        partial[blockIdx.x] = sum[0];
}


// ---- In two phases, by one block whose size is a power of two: first thread t combines the values t, t + blockDim.x,
// t + 2 · blockDim.x, …, then a tree combines what the threads have. Listing 6.10 (the algorithm of the Thrust library).
// The threads' numbers are the first values themselves …
template <template <typename> class Op, typename T>
__global__ void twoPhaseGlobal(T *result, T *values, unsigned n)
{
    unsigned tid = threadIdx.x;

    for (unsigned i = blockDim.x + tid; i < n; i += blockDim.x)
        values[tid] = Op<T>::combine(values[tid], values[i]);
    __syncthreads();

    for (unsigned active = blockDim.x / 2; active >= 1; active /= 2) {
        if (tid < active && tid + active < n)
            values[tid] = Op<T>::combine(values[tid], values[tid + active]);
        __syncthreads();
    }

    if (tid == 0)
        *result = values[0];
}

// … or lie in shared memory.
template <template <typename> class Op, typename T>
__global__ void twoPhaseShared(T *result, const T *values, unsigned n)
{
    T *sum = (T *)shared;
    unsigned tid = threadIdx.x;

    sum[tid] = tid < n ? values[tid] : Op<T>::neutral();
    for (unsigned i = blockDim.x + tid; i < n; i += blockDim.x)
        sum[tid] = Op<T>::combine(sum[tid], values[i]);
    __syncthreads();

    for (unsigned active = blockDim.x / 2; active >= 1; active /= 2) {
        if (tid < active)
            sum[tid] = Op<T>::combine(sum[tid], sum[tid + active]);
        __syncthreads();
    }

    if (tid == 0)
        *result = sum[0];
}

template <typename T>
__global__ void twoPhaseGlobalPublished(T *result, volatile T *values, unsigned n)
{
    unsigned tid = threadIdx.x;

    for (unsigned i = blockDim.x + tid; i < n; i += blockDim.x)
        values[tid] += values[i];

    unsigned active = blockDim.x / 2;  // defect: no barrier before the tree, nor after each of its steps
    while (active >= 1)                // defect: active is never halved, so this never ends
        if (tid < active)
            values[tid] += values[tid + active];

    *result = values[0];
}

template <typename T>
__global__ void twoPhaseSharedPublished(T *result, const T *values, unsigned n)
{
    volatile T *sum = (T *)shared;
    unsigned tid = threadIdx.x;

    sum[tid] = values[tid];  // defect: for n < blockDim.x there is no values[tid]
    for (unsigned i = blockDim.x + tid; i < n; i += blockDim.x)
        sum[tid] += values[i];

    unsigned active = blockDim.x / 2;  // defect: no barrier before the tree, nor after each of its steps
    while (active >= 1)                // defect: active is never halved, so this never ends
        if (tid < active)
            sum[tid] += sum[tid + active];

    *result = sum[0];
}


// What is compiled.
#define COMPILE(kernel, Op, T) template __global__ void kernel<Op, T>(T *, const T *, unsigned);
#define COMPILE_PUBLISHED(kernel, T) template __global__ void kernel##Published<T>(T *, const T *, unsigned);
#define COMPILE_BOTH(kernel, T) \
    COMPILE(kernel, Sum, T)     \
    COMPILE(kernel, Max, T)     \
    COMPILE_PUBLISHED(kernel, T)
#define COMPILE_6(BLOCK, T)                                                            \
    template __global__ void reduce6<BLOCK, Sum, T>(T *, const T *, unsigned); \
    template __global__ void reduce6<BLOCK, Max, T>(T *, const T *, unsigned); \
    template __global__ void reduce6Published<BLOCK, T>(T *, const T *, unsigned);
#define COMPILE_TYPE(T)                                                        \
    COMPILE_BOTH(reduce0, T)                                                   \
    COMPILE_BOTH(reduce1, T)                                                   \
    COMPILE_BOTH(reduce2, T)                                                   \
    COMPILE_BOTH(reduce3, T)                                                   \
    COMPILE_BOTH(reduce4, T)                                                   \
    COMPILE_BOTH(reduce5, T)                                                   \
    COMPILE_6(64, T)                                                           \
    COMPILE_6(128, T)                                                          \
    COMPILE_6(256, T)                                                          \
    COMPILE_6(512, T)                                                          \
    COMPILE_6(1024, T)                                                         \
    COMPILE_BOTH(twoPhaseShared, T)                                            \
    template __global__ void twoPhaseGlobal<Sum, T>(T *, T *, unsigned);       \
    template __global__ void twoPhaseGlobal<Max, T>(T *, T *, unsigned);       \
    template __global__ void twoPhaseGlobalPublished<T>(T *, volatile T *, unsigned);

COMPILE_TYPE(float)
COMPILE_TYPE(double)
COMPILE_TYPE(int)
