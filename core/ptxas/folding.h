// SPDX-License-Identifier: GPL-3.0-or-later
// Which PTX instructions vanish into others: machine instructions take three operands, addresses an offset, predicates
// a second condition. Internal to the model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

/// By PTX instruction: does it become part of those that use its result?
[[nodiscard]] std::vector<bool> foldedInstructions(const KernelView& kernel);

}  // namespace lanescope::ptxas
