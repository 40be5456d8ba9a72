// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel stands in its source, and where it differs from another: what was published, beside what is right.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

/// Lines of a source file, 1-based, both included.
struct LineRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// Does the instruction come from the kernel's own source file (and not from a header)?
[[nodiscard]] bool isFromSource(const Kernel& kernel, const program::SourceLocation& location);

/// From the kernel's first line to its last that has instructions; nothing if the PTX has no positions in its source.
[[nodiscard]] std::optional<LineRange> bodyOf(const Kernel& kernel);

/// Lines of the kernel's body that end in a comment "// defect…", which marks what is wrong as published.
[[nodiscard]] std::vector<std::uint32_t> defectLines(const Kernel& kernel);

/// A line of code: its number in the file and what is compared, without comments and white space at the ends.
struct CodeLine {
    std::uint32_t number = 0;
    QString text;
};

/// Numbers of the lines of one that the other has not, by their text (a longest common subsequence).
[[nodiscard]] std::vector<std::uint32_t> differingLines(const std::vector<CodeLine>& mine,
                                                        const std::vector<CodeLine>& theirs);

}  // namespace lanescope
