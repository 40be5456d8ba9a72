// SPDX-License-Identifier: GPL-3.0-or-later
// The family of reductions: ways to one number, the sum or the maximum of n values (document 004, chapter 6).
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// `kernels` is reduce.cu.
[[nodiscard]] Algorithms reductions(const SharedKernelFile& kernels);
/// `kernels` is reduce_cub.cu.
[[nodiscard]] Algorithms cubReductions(const SharedKernelFile& kernels);

}  // namespace lanescope
