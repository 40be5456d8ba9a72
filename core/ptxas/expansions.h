// SPDX-License-Identifier: GPL-3.0-or-later
// What floating-point operations without a machine instruction of their own are made of: quotients, roots, functions.
// Read off the machine code that ptxas 13.0 makes for sm_90. Internal to the machine model.
#pragma once

#include "core/ptx/instruction.h"

namespace lanescope {

/// What an operation without an instruction of its own expands to, where no operand is special (a denormal, an
/// infinity), and how many branches are in that.
struct Expansion {
    double instructions = 1;
    double checks = 0;
    double operations = 0;  ///< floating-point additions and products in it, a fused one counts 2
};
[[nodiscard]] Expansion expansionOf(const ptx::Instruction& instruction);

/// Is it done by others, or by the unit for special functions, which does no additions and products?
[[nodiscard]] bool isExpanded(ptx::Opcode opcode);

/// The routine that a quotient or root calls for special operands (SiteCounts::specialLanes), for a zero.
struct SlowPath {
    double instructions = 0;  ///< there, on the way and back
    double saved = 0;         ///< of the ordinary way, which those lanes do not go
    double branches = 0;
};
[[nodiscard]] SlowPath slowPathOf(const ptx::Instruction& instruction);

}  // namespace lanescope
