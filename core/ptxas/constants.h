// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel must bring into registers before it can work with it: parameters and launch sizes from constant
// memory, thread and block indices, the descriptor of global memory, the address of shared memory. Internal to the
// machine model.
#pragma once

#include <vector>

#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

/// Machine instructions by block, per execution of the block. Each value is brought once, at the first place of its
/// uses and outside the loops around it; two 4-byte parameters side by side come together.
[[nodiscard]] std::vector<double> constantCosts(const KernelView& kernel);

}  // namespace lanescope::ptxas
