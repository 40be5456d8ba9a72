// SPDX-License-Identifier: GPL-3.0-or-later
// The transpose of a matrix (document 004, listing 8.13).
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// `kernels` is transpose.cu.
[[nodiscard]] Algorithms transpositions(const SharedKernelFile& kernels);

}  // namespace lanescope
