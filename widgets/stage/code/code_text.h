// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's text as lines: its CUDA source, and the PTX of its entry, numbered from the entry's own first line.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/kernel_source.h"
#include "core/trace/block_trace.h"
#include "widgets/scenes/tokens.h"

namespace lanescope::code {

struct TextLine {
    std::uint32_t number = 0;  ///< 1-based, as it is shown
    QString text;              ///< tabs and a kernel's own long names are shorter than in the file
    std::vector<CodeToken> tokens;
    bool isCode = false;     ///< says something: no blank line, comment, lone brace, or position in a source
    bool isComment = false;  ///< begins with one, or is in one
};

/// All of the source; empty if there is none.
[[nodiscard]] std::vector<TextLine> cudaLines(const Kernel& kernel);
/// The entry; line 1 is its first.
[[nodiscard]] std::vector<TextLine> ptxLines(const Kernel& kernel);

/// The line of ptxLines() of an instruction.
[[nodiscard]] std::uint32_t ptxLineOf(const program::Entry& entry, const program::Instruction& instruction);

/// The source line at a position: that of the last event; of one without a line, that of its warp's latest with one,
/// and then it is not exact.
struct PresentLine {
    std::optional<std::uint32_t> line;
    bool exact = true;
    friend bool operator==(const PresentLine&, const PresentLine&) = default;
};
[[nodiscard]] PresentLine presentLineAt(const BlockTrace& trace, std::uint64_t position);

}  // namespace lanescope::code
