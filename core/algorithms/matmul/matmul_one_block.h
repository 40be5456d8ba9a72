// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix multiplications of document 001 that one block of any shape does alone.
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// matmul.one-block-grid-stride and matmul.whole-shared; `kernels` is matmul_one_block.cu.
[[nodiscard]] Algorithms oneBlockMultiplications(const SharedKernelFile& kernels);

}  // namespace lanescope
