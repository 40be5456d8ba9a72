// SPDX-License-Identifier: GPL-3.0-or-later
// What parts of the machine model ask of PTX instructions. Internal to it.
#pragma once

#include <cstdint>

#include "core/ptx/dataflow.h"

namespace lanescope {

/// Of an access to memory: is it to global memory, as far as its address says (a generic one may lead there)?
[[nodiscard]] bool isGlobal(const ptx::Instruction& instruction);
[[nodiscard]] bool isGlobalLoad(const ptx::Instruction& instruction);
/// Is there such a load in the block?
[[nodiscard]] bool loadsGlobal(const ptx::Entry& entry, std::uint32_t block);
[[nodiscard]] bool isAtomic(const ptx::Instruction& instruction);
/// Is it `x = x + something` or `x = x - something`, of integers?
[[nodiscard]] bool isStep(const ptx::Instruction& instruction);
/// The one instruction that makes the operand, if that is a register; nullptr = there is none, or there are several.
[[nodiscard]] const ptx::Instruction* makerOf(const ptx::Entry& entry, const ptx::Dataflow& flow,
                                              const ptx::Operand& operand);

}  // namespace lanescope
