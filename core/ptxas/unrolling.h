// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops ptxas unrolls. Internal to the machine model.
#pragma once

#include <vector>

#include "core/ptx/dataflow.h"
#include "core/ptxas/graph.h"
#include "core/ptxas/model.h"

namespace lanescope {

// Most machine instructions behind a branch that become predicated instead, found by probing ptxas 13.0 for sm_90.
inline constexpr double kPredicatedDivergent = 8;
inline constexpr double kPredicatedUniform = 6;

/// `model` has costs, ends and decidedBy: loops of several blocks are unrolled where their branches became predicates.
[[nodiscard]] std::vector<UnrolledLoop> unrolledLoops(const ptx::Module& module, const ptx::Entry& entry,
                                                      const ptx::Dataflow& flow, const MachineGraph& graph,
                                                      const MachineModel& model);

}  // namespace lanescope
