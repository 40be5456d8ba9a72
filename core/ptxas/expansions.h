// SPDX-License-Identifier: GPL-3.0-or-later
// What floating-point operations without a machine instruction of their own are made of: quotients, roots, functions.
// Internal to the model.
#pragma once

#include "core/ptx/module.h"
#include "core/ptxas/architecture.h"

namespace lanescope::ptxas {

/// One instruction for all that is not in the table.
[[nodiscard]] Expansion expansionOf(const ptx::Instruction& instruction, const Architecture::Floating& table);

/// Is it done by others, or by the unit for special functions, which does no additions and products?
[[nodiscard]] bool isExpanded(ptx::Opcode opcode);

[[nodiscard]] SlowPath slowPathOf(const ptx::Instruction& instruction, const Architecture::Floating& table);

}  // namespace lanescope::ptxas
