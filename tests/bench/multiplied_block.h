// SPDX-License-Identifier: GPL-3.0-or-later
// The block that benchmarks of traces look at: one that multiplies matrices.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/trace/block_trace.h"

namespace lanescope {

/// A kernel of resources/ptx/matmul.ptx by its demangled name; nullptr if it cannot be had.
[[nodiscard]] std::shared_ptr<const Kernel> matmulKernel(const std::string& entry);

/// Trace of block 0, the only one that is launched, of `kernel` on n × n matrices of small integers; nullptr if it
/// cannot be had.
[[nodiscard]] std::shared_ptr<const BlockTrace> recordMultiplied(const std::shared_ptr<const Kernel>& kernel,
                                                                 std::uint32_t n, Dim3 block);

}  // namespace lanescope
