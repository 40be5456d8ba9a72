// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction as nvdisasm prints it, taken apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/sass/listing.h"

namespace lanescope::sass {

/// "@!P0 IMAD.WIDE R2, R9.reuse, 0x4, R2", without the semicolon. A place in the code that has a name, `(.L_x_3), is a
/// Target with that name, whose value whoever knows the names puts in. What an operand is that has no shape known
/// here, its text says. Nothing where there is no opcode.
[[nodiscard]] std::optional<Instruction> instructionFromText(std::string_view text, const Encoding& encoding);

/// Is it the name that nvdisasm has given to a place that has none, ".L_x_3"?
[[nodiscard]] bool isNumberedPlace(std::string_view name);

/// Says where the Target that is the operand of this index leads. The name of a numbered place gives way to its
/// address, in the text, too.
void putTarget(Instruction& instruction, std::size_t operand, std::uint32_t address);

/// The text that instructionFromText() makes the instruction of, but for numbered places, which all have the same name.
[[nodiscard]] std::string textWithoutTargets(const Instruction& instruction);

}  // namespace lanescope::sass
