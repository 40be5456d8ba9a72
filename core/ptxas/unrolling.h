// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops ptxas unrolls. Internal to the model.
#pragma once

#include <vector>

#include "core/ptxas/kernel_view.h"
#include "core/ptxas/machine_code.h"

namespace lanescope::ptxas {

/// `code` has costs, ends and decidedBy: loops of several blocks are unrolled where their branches became predicates.
[[nodiscard]] std::vector<UnrolledLoop> unrolledLoops(const KernelView& kernel, const MachineCode& code);

}  // namespace lanescope::ptxas
