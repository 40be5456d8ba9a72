// SPDX-License-Identifier: GPL-3.0-or-later
// Two listings side by side: the same kernel on two architectures, or two variants of it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/sass/listing.h"

namespace lanescope::sass {

/// How much alike two instructions are.
enum class Likeness {
    None,
    Opcode,    ///< the same opcode, other modifiers
    Mnemonic,  ///< the same opcode and modifiers, other operands
    Text,      ///< all of it, but for what the operand cache keeps
};
[[nodiscard]] Likeness likenessOf(const Instruction& one, const Instruction& other);

/// A row of both: an instruction of either, or of one alone.
struct ComparedRow {
    std::optional<std::size_t> left, right;  ///< indices into the listings' instructions
    Likeness likeness = Likeness::None;      ///< None where one is missing
    friend bool operator==(const ComparedRow&, const ComparedRow&) = default;
};

/// Instructions before what ptxas fills the kernel up with: a jump to itself and NOPs.
[[nodiscard]] std::size_t lengthWithoutPadding(const Listing& listing);

/// All instructions of both, without padding, in their orders, so that as many as can be stand beside one that is like
/// them. Of very long listings (more than some 30 million pairs) those that stand at the same place.
[[nodiscard]] std::vector<ComparedRow> compared(const Listing& left, const Listing& right);

}  // namespace lanescope::sass
