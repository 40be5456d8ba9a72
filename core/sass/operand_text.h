// SPDX-License-Identifier: GPL-3.0-or-later
// One operand of an instruction as nvdisasm prints it, taken apart. Private to this room.
#pragma once

#include <string_view>

#include "core/sass/listing.h"

namespace lanescope::sass {

/// A FloatImmediate has no value yet: its bits are those of the encoding. Of a Target only the name is known. What is
/// none of the shapes of OperandKind is Other.
[[nodiscard]] Operand operandFromText(std::string_view text);

}  // namespace lanescope::sass
