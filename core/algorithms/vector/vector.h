// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of two vectors (document 004, section 5.1.2).
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// `kernels` is vector.cu.
[[nodiscard]] Algorithms vectorOperations(const SharedKernelFile& kernels);

}  // namespace lanescope
