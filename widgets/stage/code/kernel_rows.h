// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel in a few rows: the lines that matter and what lies around them; the rest is closed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "widgets/stage/code/code_text.h"

namespace lanescope::code {

/// A line, or lines that are left out.
struct KernelRow {
    std::size_t line = 0;    ///< into the text; of a closed row the first one left out that is code
    std::uint32_t left = 0;  ///< lines of code left out; 0 = this is a line
    friend bool operator==(const KernelRow&, const KernelRow&) = default;
};

/// Which lines are shown, and how few rows there are for them.
struct KernelChoice {
    std::span<const std::uint32_t> wanted;  ///< 1-based, the present one first
    std::size_t most = 10;                  ///< rows; at least 3
    /// By line of the text: how often it runs. Empty: not known.
    std::span<const std::uint64_t> runs;
};

/// At most KernelChoice::most rows of the functions' lines of code, in order: their head and the lines that run most,
/// if what is wanted is among them; `before`, if it shows that (rows do not move while there is no need to); else the
/// lines around the first that is wanted. Blank lines, comments and lone braces are dropped unsaid.
[[nodiscard]] std::vector<KernelRow> kernelRows(const std::vector<TextLine>& text,
                                                const std::vector<LineRange>& functions, const KernelChoice& choice,
                                                const std::vector<KernelRow>& before = {});

/// KernelChoice::runs of a block: of a long trace by a sample of its events.
[[nodiscard]] std::vector<std::uint64_t> runsByLine(const BlockTrace& trace, std::size_t lines);

}  // namespace lanescope::code
