// SPDX-License-Identifier: GPL-3.0-or-later
// Which bits of a value can be other than zero, and which anybody wants: what ptxas masks, widens and carries for
// nothing it leaves out. Internal to the model.
#pragma once

#include <cstdint>

#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

/// From this bit on a value is zero, as what makes it says: 8 for a loaded unsigned byte, 9 for the sum of two. 32 if
/// nothing is known, for 16-bit registers too: their upper half is not cleared. For values of up to 32 bits.
[[nodiscard]] unsigned significantBits(const KernelView& kernel, const ptx::Operand& operand);

/// Does nobody want more than the lower 32 bits of what the instruction makes?
[[nodiscard]] bool isNarrowed(const KernelView& kernel, std::uint32_t instruction);

}  // namespace lanescope::ptxas
