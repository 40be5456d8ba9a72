// SPDX-License-Identifier: GPL-3.0-or-later
// The family of matrix-vector products y = A · v (document 004, chapter 7).
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// `kernels` is matvec.cu.
[[nodiscard]] Algorithms matrixVectorProducts(const SharedKernelFile& kernels);

}  // namespace lanescope
