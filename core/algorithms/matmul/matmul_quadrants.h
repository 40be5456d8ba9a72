// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix multiplications of document 001 by quadrants.
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// matmul.quadrants and matmul.quadrants-8-launches; `kernels` is matmul_quadrants.cu.
[[nodiscard]] Algorithms quadrantMultiplications(const SharedKernelFile& kernels);

}  // namespace lanescope
