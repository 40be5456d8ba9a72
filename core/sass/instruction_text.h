// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction as nvdisasm prints it, taken apart.
#pragma once

#include <optional>
#include <string_view>

#include "core/sass/listing.h"

namespace lanescope::sass {

/// "@!P0 IMAD.WIDE R2, R9.reuse, 0x4, R2", without the semicolon. A place in the code that has a name, `(.L_x_3), is a
/// Target with that name, whose value whoever knows the names puts in. What an operand is that has no shape known
/// here, its text says. Nothing where there is no opcode.
[[nodiscard]] std::optional<Instruction> instructionFromText(std::string_view text, const Encoding& encoding);

}  // namespace lanescope::sass
