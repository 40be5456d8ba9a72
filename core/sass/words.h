// SPDX-License-Identifier: GPL-3.0-or-later
// What an instruction does and what its control code asks for, as sentences.
// NVIDIA publishes one line for each name (CUDA Binary Utilities, "Instruction Set Reference"); the rest is what
// running the catalogue's machine code beside its PTX shows.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

/// "R2 becomes R9 × 0x4 + R2: the result and what is added have 64 bits." Nothing where there are no words for it.
/// With its listing it names the kernel's parameters.
[[nodiscard]] std::optional<Message> wordsOf(const Instruction& instruction, const Listing* listing = nullptr);

/// One sentence for each thing that it asks for; the stall first.
[[nodiscard]] std::vector<Message> wordsOf(const Control& control);

/// Ids of all texts of the table, and the names that instructions put into them.
[[nodiscard]] std::vector<std::string_view> instructionTextIds();
[[nodiscard]] std::vector<std::string_view> instructionTextArguments();

}  // namespace lanescope::sass
