// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix multiplications that others are compared with: by the CPU, and by cuBLAS.
#pragma once

#include "core/algorithms/described_algorithm.h"

namespace lanescope {

/// matmul.sequential and matmul.cublas.
[[nodiscard]] Algorithms multiplicationsWithoutKernels();

}  // namespace lanescope
