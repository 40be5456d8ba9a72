// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a kernel's code before it runs, for whoever draws the ways that warps take through it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/roles.h"
#include "core/program/loops.h"

namespace lanescope::warps {

class WarpCode {
public:
    static constexpr std::uint32_t kNone = program::Loops::kNone;

    /// Keeps a reference to the entry.
    WarpCode(const program::Entry& entry, const flow::Roles& roles);

    [[nodiscard]] const program::Entry& entry() const { return m_entry; }
    [[nodiscard]] const program::Loops& loops() const { return m_loops; }
    [[nodiscard]] std::uint32_t blockOf(std::uint32_t instruction) const { return m_blockOf[instruction]; }
    /// The loop whose header the block is; kNone = of none.
    [[nodiscard]] std::uint32_t headerOf(std::uint32_t block) const { return m_headerOf[block]; }
    /// Loops that lie in a loop, at any depth.
    [[nodiscard]] const std::vector<std::uint32_t>& within(std::uint32_t loop) const { return m_within[loop]; }

    /// Where blocks lie on ways: 0 for the way that all go. Of the ways that part at a branch, and in which something
    /// is done, the first keeps the number of the way that they part from, and every other one has a new number. A way
    /// on which lanes only wait is none.
    [[nodiscard]] std::uint32_t wayOf(std::uint32_t block) const { return m_ways[block]; }
    /// Does it load, store, compute or exchange values?
    [[nodiscard]] bool works(std::uint32_t block) const { return m_works[block]; }
    [[nodiscard]] bool isWork(std::uint32_t instruction) const { return m_isWork[instruction]; }

    /// Few instructions that a branch leads to or past, and behind which all meet again: an `if` that works.
    [[nodiscard]] bool isShortArm(std::uint32_t block) const { return m_shortArms[block]; }

    /// A branch that lanes may pass or not.
    [[nodiscard]] bool isConditionalBranch(std::uint32_t instruction) const;
    /// A barrier of the block.
    [[nodiscard]] bool isBarrier(std::uint32_t instruction) const;

private:
    void findWork(const flow::Roles& roles);
    void findWays();

    const program::Entry& m_entry;
    program::Edges m_edges;
    program::Loops m_loops;
    std::vector<std::uint32_t> m_blockOf;
    std::vector<std::uint32_t> m_headerOf;
    std::vector<std::vector<std::uint32_t>> m_within;
    std::vector<std::uint32_t> m_ways;
    std::vector<bool> m_works;   ///< by block
    std::vector<bool> m_isWork;  ///< by instruction
    std::vector<bool> m_shortArms;
};

}  // namespace lanescope::warps
