// SPDX-License-Identifier: GPL-3.0-or-later
// What parts of the machine model ask of PTX instructions. Internal to it.
#pragma once

#include "core/ptx/module.h"

namespace lanescope::ptxas {

/// Of an access to memory: is it to global memory, as far as its address says (a generic one may lead there)?
[[nodiscard]] bool isGlobal(const ptx::Instruction& instruction);
[[nodiscard]] bool isGlobalLoad(const ptx::Instruction& instruction);
[[nodiscard]] bool isAtomic(const ptx::Instruction& instruction);
/// Is it `x = x + something` or `x = x - something`, of integers?
[[nodiscard]] bool isStep(const ptx::Instruction& instruction);

}  // namespace lanescope::ptxas
