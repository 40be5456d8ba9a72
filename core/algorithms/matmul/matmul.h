// SPDX-License-Identifier: GPL-3.0-or-later
// The family of matrix multiplications: ways to C = A · B for square matrices, each as published and corrected.
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// `kernels` is matmul.cu.
[[nodiscard]] Algorithms matrixMultiplications(const SharedKernelFile& kernels);

}  // namespace lanescope
