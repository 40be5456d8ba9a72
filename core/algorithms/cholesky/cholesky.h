// SPDX-License-Identifier: GPL-3.0-or-later
// The Cholesky factorisations A = R Rᵀ of document 004, chapter 8.
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// cholesky.sequential, .blocked, .tiles, .blocks, .structured and .structured-own; `kernels` is cholesky.cu.
[[nodiscard]] Algorithms choleskyFactorisations(const SharedKernelFile& kernels);

}  // namespace lanescope
