// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel stands in its CUDA source, as lines, and which of them another kernel has not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/launch.h"

namespace lanescope {

/// Lines of a source file, 1-based, both included.
struct LineRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// Does the instruction come from the kernel's own source file (and not from a header)?
[[nodiscard]] bool isFromSource(const Kernel& kernel, const program::SourceLocation& location);

/// Where an instruction comes from in the kernel's own source: its line, or that of the call that was inlined there.
[[nodiscard]] std::optional<std::uint32_t> sourceLineOf(const Kernel& kernel, const program::Instruction& instruction);

/// The functions of the source that the kernel's instructions come from, the kernel's own and those that were inlined:
/// from a head to its closing brace, by how C++ is usually laid out: both begin a line. Ascending, apart from each
/// other; none if there is no source, or if the code has no positions in it.
[[nodiscard]] std::vector<LineRange> functionsOf(const Kernel& kernel);

/// A line of code: its number in the file and what is compared, without comments and white space at the ends.
struct CodeLine {
    std::uint32_t number = 0;
    std::string text;
    friend bool operator==(const CodeLine&, const CodeLine&) = default;
};

/// Lines of functionsOf() that say something: no blank line, comment or lone brace. Of /* */ only those lines are
/// taken for comments that begin with one or lie in one.
[[nodiscard]] std::vector<CodeLine> codeLinesOf(const Kernel& kernel);

/// Numbers of the lines of one that the other has not, by their text (a longest common subsequence).
[[nodiscard]] std::vector<std::uint32_t> differingLines(const std::vector<CodeLine>& mine,
                                                        const std::vector<CodeLine>& theirs);

}  // namespace lanescope
