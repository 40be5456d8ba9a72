// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what each instruction does: whole straight lines at once, by segment, and instructions alone where a line is
// entered or left in between. Owns both; handlers and control flow add to the latter through Machine::sites, and to
// Block::loadGroups. Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/counts.h"
#include "core/simt/engine/block.h"

namespace lanescope::simt {

/// Counts an instruction that was not run as part of its whole segment. What it accessed and how many lanes passed its
/// guard it has counted itself.
inline void countOne(const Machine& machine, const Op& op, LaneMask mask) {
    SiteCounts& site = machine.site(op);
    ++site.warps;
    site.lanes += lanesIn(mask);
}

class SiteCounter {
public:
    explicit SiteCounter(Block& block);

    /// These lanes run all of a segment.
    void countWhole(std::uint32_t segment, LaneMask mask) {
        SegmentCount& count = m_segments[segment];
        ++count.warps;
        count.threads += lanesIn(mask);
    }
    /// A segment that was counted whole ended before instruction `fault`.
    void takeBack(const Segment& segment, std::uint32_t fault, LaneMask mask);

    /// What each instruction has done since the last clear(), by its index in the entry.
    [[nodiscard]] std::vector<SiteCounts> sites() const;
    /// Sums over sites().
    [[nodiscard]] const LaunchCounts& counts() const;
    void clear();

private:
    void takeBackGroup(const Segment& segment, std::uint32_t leader, std::uint32_t fault);

    struct SegmentCount {
        std::uint64_t warps = 0;
        std::uint64_t threads = 0;
    };
    Block& m_block;
    std::vector<SegmentCount> m_segments;  ///< of whole segments run
    std::vector<SiteCounts> m_sites;       ///< everything else
    mutable LaunchCounts m_total;
};

}  // namespace lanescope::simt
