// SPDX-License-Identifier: GPL-3.0-or-later
// Which PTX instructions vanish into others: machine instructions take three operands, addresses an offset, predicates
// a second condition. Internal to the machine model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ptx/dataflow.h"
#include "core/ptxas/graph.h"

namespace lanescope {

/// By PTX instruction: has it an effect, or a result that something with an effect wants?
[[nodiscard]] std::vector<bool> neededInstructions(const ptx::Entry& entry, const ptx::Dataflow& flow);

/// By PTX instruction: does it become part of those that use its result?
[[nodiscard]] std::vector<bool> foldedInstructions(const ptx::Entry& entry, const ptx::Dataflow& flow,
                                                   const MachineGraph& graph, const std::vector<bool>& needed);

}  // namespace lanescope
