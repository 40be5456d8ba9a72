// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a warp's rounds through a loop that holds no other, for RoundCounts.
#pragma once

#include "core/simt/counts.h"

namespace lanescope::simt {

class LoopRounds {
public:
    /// Lanes `here` are at the branch at the loop's end, instruction `branch`; `again` of them go round once more.
    void round(std::uint32_t branch, LaneMask here, LaneMask again, RoundCounts& counts) {
        if (branch != m_branch || here != m_inside) enter(branch, here);
        ++m_rounds;
        if (again == here) return;
        leave(here & ~again, counts);
        m_inside = again;
        if (again == 0) finish(counts);
    }

private:
    void enter(std::uint32_t branch, LaneMask lanes);
    void leave(LaneMask lanes, RoundCounts& counts);
    void finish(RoundCounts& counts);

    static constexpr std::uint32_t kNone = 0xffffffffU;
    std::uint32_t m_branch = kNone;
    LaneMask m_inside = 0;
    LaneMask m_entered = 0;
    std::uint64_t m_rounds = 0;
    std::uint64_t m_fours = 0;  ///< of the lanes that left last
    bool m_left = false;        ///< have any?
    LaneMask m_twos = 0;
    LaneMask m_ones = 0;
};

}  // namespace lanescope::simt
