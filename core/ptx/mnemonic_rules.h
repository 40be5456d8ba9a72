// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ptx/opcode_table.h"

namespace lanescope::ptx {

/// May the modifiers and types that an instruction was given stand together? Its row says what each may be.
[[nodiscard]] bool combines(const OpcodeRow& row, const Instruction& instruction);

}  // namespace lanescope::ptx
