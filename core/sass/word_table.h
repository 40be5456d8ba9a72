// SPDX-License-Identifier: GPL-3.0-or-later
// Which instruction is told by which text. Private to this room.
//
// Texts are asked for operands by letters: {a}, {b} … are those that are no predicates, in the order in which they
// stand, {z} is the last of them; {p} is the first predicate.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace lanescope::sass {

struct WordRow {
    std::string_view opcode;
    std::array<std::string_view, 2> modifiers;  ///< that it must have; empty: none
    std::string_view text;
    std::string_view withoutSum = {};  ///< instead of it, where what is added last is RZ
};
[[nodiscard]] std::span<const WordRow> wordRows();

/// What a modifier says that the text of the row does not.
struct ModifierWord {
    std::string_view modifier, text;
};
[[nodiscard]] std::span<const ModifierWord> modifierWords();

}  // namespace lanescope::sass
