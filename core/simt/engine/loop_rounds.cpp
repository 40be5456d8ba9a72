// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/loop_rounds.h"

namespace lanescope::simt {

void LoopRounds::enter(std::uint32_t branch, LaneMask lanes) {
    *this = {};
    m_branch = branch;
    m_inside = m_entered = lanes;
}

void LoopRounds::leave(LaneMask lanes, RoundCounts& counts) {
    const std::uint64_t fours = m_rounds / 4;
    if (m_left && fours != m_fours) ++counts.fourPartings;
    m_left = true;
    m_fours = fours;
    counts.fourLanes += fours * lanesIn(lanes);
    if ((m_rounds & 2) != 0) m_twos |= lanes;
    if ((m_rounds & 1) != 0) m_ones |= lanes;
}

void LoopRounds::finish(RoundCounts& counts) {
    ++counts.entries;
    counts.lanes += lanesIn(m_entered);
    counts.fours += m_fours;
    counts.twos += m_twos != 0 ? 1 : 0;
    counts.twoLanes += lanesIn(m_twos);
    counts.twoPartings += m_twos != 0 && m_twos != m_entered ? 1 : 0;
    counts.ones += m_ones != 0 ? 1 : 0;
    counts.oneLanes += lanesIn(m_ones);
    counts.onePartings += m_ones != 0 && m_ones != m_entered ? 1 : 0;
    m_branch = kNone;
}

}  // namespace lanescope::simt
