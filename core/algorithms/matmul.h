// SPDX-License-Identifier: GPL-3.0-or-later
// The family of matrix multiplications: six ways to C = A · B for square matrices, each as published and corrected.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope {

/// The six algorithms. `module` is the parsed matmul.ptx, `source` the text of matmul.cu.
[[nodiscard]] std::vector<std::unique_ptr<Algorithm>> matrixMultiplications(std::shared_ptr<const ptx::Module> module,
                                                                            std::shared_ptr<const std::string> source);

}  // namespace lanescope
