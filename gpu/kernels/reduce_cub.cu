// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sum or the maximum of n values with NVIDIA's library CUB: the line to beat for the kernels of reduce.cu.
// Each block combines the values that are its share to partial[blockIdx.x]; a second launch by one block does the rest.
#include <climits>
#include <cmath>
#include <cub/block/block_reduce.cuh>

template <typename T>
struct Sum {
    static __device__ T neutral() { return T(0); }
    __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
struct Max {
    static __device__ T neutral() { return T(-INFINITY); }
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <>
__device__ int Max<int>::neutral() { return INT_MIN; }


// Any grid. blockDim.x = BLOCK.
template <int BLOCK, template <typename> class Op, typename T>
__global__ void cubReduce(T *partial, const T *values, unsigned n)
{
    using BlockReduce = cub::BlockReduce<T, BLOCK>;
    __shared__ typename BlockReduce::TempStorage storage;

    auto mine = Op<T>::neutral();
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x)
        mine = Op<T>()(mine, values[i]);

    auto all = BlockReduce(storage).Reduce(mine, Op<T>());  // the library's part; thread 0 gets the number
    if (threadIdx.x == 0)
        partial[blockIdx.x] = all;
}


#define COMPILE(BLOCK, T)                                                        \
    template __global__ void cubReduce<BLOCK, Sum, T>(T *, const T *, unsigned); \
    template __global__ void cubReduce<BLOCK, Max, T>(T *, const T *, unsigned);
#define COMPILE_TYPES(BLOCK) \
    COMPILE(BLOCK, float)    \
    COMPILE(BLOCK, double)   \
    COMPILE(BLOCK, int)

COMPILE_TYPES(32)
COMPILE_TYPES(64)
COMPILE_TYPES(128)
COMPILE_TYPES(256)
COMPILE_TYPES(512)
COMPILE_TYPES(1024)
