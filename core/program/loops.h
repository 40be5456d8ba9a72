// SPDX-License-Identifier: GPL-3.0-or-later
// Natural loops: the blocks from which a loop's one header is reached without leaving it.
#pragma once

#include "core/program/dominators.h"

namespace lanescope::program {

struct Entry;

/// By basic block, those that it leads to; the last node is the end.
[[nodiscard]] Edges edgesOf(const Entry& entry);

/// Loops that have one header are one loop. Two loops are apart from each other or one lies in the other.
class Loops {
public:
    static constexpr std::uint32_t kNone = 0xffffffffU;
    /// Loops in more loops than these are none, so that analyses by loop take time with the code's size only.
    static constexpr std::uint32_t kDeepest = 64;

    /// `edges`: by block, its successors. Code is entered at block 0.
    explicit Loops(const Edges& edges);

    struct Loop {
        std::uint32_t header = 0;
        std::uint32_t parent = kNone;  ///< the loop around it
        std::uint32_t depth = 1;       ///< loops that its header is in
    };
    [[nodiscard]] const std::vector<Loop>& all() const { return m_loops; }
    /// The innermost loop that the block is in; kNone = in none.
    [[nodiscard]] std::uint32_t around(std::uint32_t block) const { return m_around[block]; }
    /// How many loops the block is in.
    [[nodiscard]] std::uint32_t depthOf(std::uint32_t block) const { return depthOfLoop(m_around[block]); }
    /// How many loops both blocks are in.
    [[nodiscard]] std::uint32_t commonDepth(std::uint32_t a, std::uint32_t b) const;

private:
    [[nodiscard]] std::uint32_t depthOfLoop(std::uint32_t loop) const {
        return loop == kNone ? 0 : m_loops[loop].depth;
    }
    void find(const Edges& before, const Dominators& dominators);
    void measure();

    std::vector<Loop> m_loops;
    std::vector<std::uint32_t> m_around;
};

}  // namespace lanescope::program
