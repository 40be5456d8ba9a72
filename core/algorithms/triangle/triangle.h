// SPDX-License-Identifier: GPL-3.0-or-later
// The family of triangles: maps that bring threads to the cells of a triangular matrix (document 002).
#pragma once

#include "core/algorithms/described_algorithm.h"
#include "core/algorithms/kernel_file.h"

namespace lanescope {

/// `kernels` is triangle.cu.
[[nodiscard]] Algorithms triangleMaps(const SharedKernelFile& kernels);

}  // namespace lanescope
