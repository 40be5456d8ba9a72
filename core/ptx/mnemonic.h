// SPDX-License-Identifier: GPL-3.0-or-later
// The words before the operands: "ld.global.nc.v4.f32" → the fields of an Instruction and the shape of its operands.
#pragma once

#include <optional>
#include <string_view>

#include "core/ptx/module.h"

namespace lanescope::ptx {

/// An instruction without its operands, and what operands it takes.
struct Mnemonic {
    Instruction prototype;
    /// One letter an operand: t the instruction's type, s its source type, u u32, w twice the width for .wide, p a
    /// predicate, m a memory address. What stands before the colon is the destination.
    std::string_view operands;
    bool secondDestination = false;  ///< d|p is allowed
    std::string_view optional;       ///< operands that may follow, letters as above
};

/// Nothing if the emulator does not know the instruction or this combination of modifiers and types.
[[nodiscard]] std::optional<Mnemonic> decodeMnemonic(std::string_view text);

/// "f32" → F32; nothing for other words.
[[nodiscard]] std::optional<Type> typeFromName(std::string_view name);

}  // namespace lanescope::ptx
