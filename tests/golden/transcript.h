// SPDX-License-Identifier: GPL-3.0-or-later
// What a program was asked and what it answered, as text that is compared line by line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/run_program.h"

namespace lanescope::golden {

/// One answer: a line "$ COMMAND", a line with the exit code, then the output, each line behind "> ", and what went to
/// stderr, each line behind "! ". That a last line is not ended is told by a line without such a mark, so that
/// transcripts are equal if, and only if, the bytes are.
[[nodiscard]] std::string transcriptOf(const std::string& command, const ProgramResult& answer);

/// Where two texts part.
struct Difference {
    std::size_t line = 0;  ///< from 1, the same in both
    std::string command;   ///< of the answer that the line belongs to; "" in texts without commands
    std::optional<std::string> frozen;
    std::optional<std::string> now;  ///< nothing: this text has ended before
};

[[nodiscard]] std::optional<Difference> firstDifference(std::string_view frozen, std::string_view now);

/// For people: a few lines. Of long lines what is around the first character that differs.
[[nodiscard]] std::string describe(const Difference& difference);

}  // namespace lanescope::golden
