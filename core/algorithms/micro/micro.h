// SPDX-License-Identifier: GPL-3.0-or-later
// The micro-benchmarks: small programs that ask a GPU one question each (document 004, section 5.2).
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// Copies, launches and divergent branches. `kernels` is micro.cu.
[[nodiscard]] Algorithms microBenchmarks(const SharedKernelFile& kernels);

/// Atomic operations; added by microBenchmarks(). Private to this room.
[[nodiscard]] std::unique_ptr<Algorithm> atomicsBenchmark(SharedKernelFile kernels);

}  // namespace lanescope
