// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/ptx/module.h"

namespace lanescope::ptx {

/// Whole number as PTX writes it: decimal, 0x…, 0b…, octal with a leading 0, an optional U at the end.
/// Nothing if it is none or does not fit into 64 bits.
[[nodiscard]] std::optional<std::uint64_t> integerOf(std::string_view text);

/// Bits of the literal `text`, negated if `negative`, as an immediate of `type` (see Operand::Kind::Immediate). Nothing
/// if it does not fit or is of another kind: floats want 0f…, 0d… or a decimal fraction, integers whole numbers;
/// untyped bits take both.
[[nodiscard]] std::optional<std::uint64_t> immediateOf(std::string_view text, bool negative, Type type);

}  // namespace lanescope::ptx
