// SPDX-License-Identifier: GPL-3.0-or-later
// Tries LTM's roots, as they are in triangle.cu, for all 2^32 numbers that a block can have, on the GPU that is there.
//   nvcc -O3 -gencode arch=compute_75,code=compute_75 -I gpu/kernels tests/gpu/roots/search.cu -o search && ./search
// Only PTX is put into the program, so that the driver compiles it as it does for Lanescope. Writes JSON.
#include <cstdio>
#include <cstdlib>

#include "triangle.cu"

struct Found {
    unsigned long long first;  // the smallest number whose row is wrong; 2^32 if there is none
    unsigned long long tooLow, tooHigh, farOff;
};

template <typename Root>
__global__ void search(Found *found)
{
    unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long lambda = blockIdx.x * blockDim.x + threadIdx.x; lambda >> 32 == 0; lambda += stride) {
        unsigned long long i = (unsigned long long)((sqrt(8.0 * lambda + 1) - 1) / 2);
        while (T(i) > lambda)
            --i;
        while (T(i + 1) <= lambda)
            ++i;

        long long row = Root::row((unsigned)lambda);
        long long off = row - (long long)i;
        if (off == 0)
            continue;
        atomicMin(&found->first, lambda);
        atomicAdd(off < 0 ? &found->tooLow : &found->tooHigh, 1ULL);
        if (off < -1 || off > 1)
            atomicAdd(&found->farOff, 1ULL);
    }
}

template <typename Root>
__global__ void rowOf(unsigned lambda, int *row)
{
    *row = Root::row(lambda);
}

void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(1);
}

template <typename Root>
void report(const char *name, const char *end)
{
    Found *found;
    int *row;
    check(cudaMallocManaged(&found, sizeof(Found)));
    check(cudaMallocManaged(&row, sizeof(int)));
    *found = {1ULL << 32, 0, 0, 0};
    *row = -1;
    search<Root><<<4096, 256>>>(found);
    check(cudaDeviceSynchronize());
    if (found->first >> 32 == 0)
        rowOf<Root><<<1, 1>>>((unsigned)found->first, row);
    check(cudaDeviceSynchronize());
    std::printf("  \"%s\": {\"first_wrong\": %lld, \"row_computed\": %d, \"too_low\": %llu, \"too_high\": %llu, "
                "\"off_by_more_than_one\": %llu}%s\n",
                name, found->first >> 32 == 0 ? (long long)found->first : -1, *row, found->tooLow, found->tooHigh,
                found->farOff, end);
    check(cudaFree(found));
    check(cudaFree(row));
}

int main()
{
    cudaDeviceProp gpu;
    int driver = 0;
    check(cudaGetDeviceProperties(&gpu, 0));
    check(cudaDriverGetVersion(&driver));
    std::printf("{\n  \"gpu\": \"%s\",\n  \"compute_capability\": \"%d.%d\",\n  \"cuda_of_the_driver\": \"%d.%d\",\n",
                gpu.name, gpu.major, gpu.minor, driver / 1000, driver % 1000 / 10);
    report<Sqrt>("sqrt", ",");
    report<Newton>("newton", ",");
    report<Rsqrt>("rsqrt", ",");
    report<Double>("double", ",");
    report<Corrected>("corrected", "");
    std::printf("}\n");
}
