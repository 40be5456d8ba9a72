// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the kernels that measure a GPU (calibrate.cu, calibrate_patterns.cu, calibrate_requests.cu) have in common.
#pragma once

#include <cstddef>
#include <cstdint>

using Clock = long long;
using Address = unsigned long long;

constexpr int STEPS = 16;  // of the work in one round of a loop, so that the loop itself costs little

__device__ __forceinline__ Clock now()
{
    Clock time;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(time) :: "memory");
    return time;
}

__device__ __forceinline__ void note(Clock *times, Clock time)
{
    if (threadIdx.x % 32 == 0)
        times[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = time;
}
