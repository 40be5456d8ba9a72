// SPDX-License-Identifier: GPL-3.0-or-later
// Which event of the watched block was issued when, in a simulated schedule: what joins the cursor of the stage with
// the cycles of a multiprocessor.
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/trace/block_trace.h"
#include "widgets/explore/schedule_picture.h"

namespace lanescope {

class IssueMap {
public:
    /// How what was watched and what was simulated belong together, warp by warp.
    enum class By : std::uint8_t {
        Instruction,  ///< the same machine code ran: its n-th instruction is the n-th that is issued
        PtxLine,      ///< PTX was watched: the n-th time of a line is what was made of that line, in the same order
        Progress      ///< nothing joins them but how far a warp has come
    };

    /// An instruction that a warp of the block issues.
    struct Issue {
        double cycle = 0;
        std::size_t row = 0;
        std::uint32_t warp = 0;
        std::uint64_t event = 0;  ///< of the watched block
    };

    /// Nothing is joined.
    IssueMap() = default;
    /// Of a side's block that is the watched one, or else the nearest to it by number. Nothing is joined if the side is
    /// of another kernel or grid.
    IssueMap(const BlockTrace& trace, const ScheduleSide& side);

    [[nodiscard]] bool empty() const { return m_issues.empty(); }
    [[nodiscard]] By by() const { return m_by; }
    /// Number in the grid of the block whose warps are meant, and whether it is the watched one.
    [[nodiscard]] std::uint64_t block() const { return m_block; }
    [[nodiscard]] bool isWatched() const { return m_isWatched; }
    /// Rows of its warps.
    [[nodiscard]] const std::vector<std::size_t>& rows() const { return m_rows; }

    /// Nothing for a warp that issues nothing.
    [[nodiscard]] std::optional<std::size_t> rowOf(std::uint32_t warp) const;

    /// In the order of time.
    [[nodiscard]] const std::vector<Issue>& issues() const { return m_issues; }
    /// The first issue of each cycle in which a warp of the block issues, as indices into issues().
    [[nodiscard]] const std::vector<std::size_t>& cycles() const { return m_cycles; }
    /// The issue of an event, as an index; nothing for one that was not simulated.
    [[nodiscard]] std::optional<std::size_t> issueOf(std::uint64_t event) const;
    /// The last issue of a row's warp at or before a cycle; the first one if there is none before. Nothing if the row
    /// is of no warp of the block.
    [[nodiscard]] std::optional<std::size_t> issueAt(std::size_t row, double cycle) const;
    /// In words how they are joined, and of which block; empty if nothing is.
    [[nodiscard]] QString words() const;

private:
    void gather(const ScheduleSide& side, std::uint32_t block);
    void join(const BlockTrace& trace, const ScheduleSide& side, std::uint32_t block);

    By m_by = By::Progress;
    std::uint64_t m_block = 0;
    bool m_isWatched = false;
    std::vector<std::size_t> m_rows;
    std::vector<std::uint32_t> m_warps;  ///< of the rows
    std::vector<Issue> m_issues;
    std::vector<std::size_t> m_cycles;
    std::vector<std::uint32_t> m_issueOf;  ///< by event of the trace; kNone: none
    static constexpr std::uint32_t kNone = 0xffffffffU;
};

}  // namespace lanescope
