// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/schedule.h"

#include <algorithm>
#include <utility>

namespace lanescope::simt {

void Schedule::start() {
    m_next = kNoWarp;
    begin(0);
}

bool Schedule::advance() {
    const std::vector<WarpState>& warps = m_block.warps;
    const std::uint32_t from = m_next < warps.size() ? m_next : m_block.current;
    m_next = kNoWarp;
    const auto runnable = [](const WarpState& warp) { return warp.runnable(); };
    const auto first = warps.begin() + from;
    auto next = std::find_if(first, warps.end(), runnable);
    if (next == warps.end()) next = std::find_if(warps.begin(), first, runnable);
    if (next == first && !first->runnable()) return false;
    begin(static_cast<std::uint32_t>(next - warps.begin()));
    return true;
}

void Schedule::handOver() {
    beginBehind();
    m_handedOver = true;
}

void Schedule::begin(std::uint32_t warp) {
    m_block.current = warp;
    m_turn.start = m_block.steps;
    m_turn.clockReads = 0;
    // Those who wait in turns are still asked whether anybody gets on.
    if (std::exchange(m_handedOver, false)) return;
    m_turn.nextCheck = m_block.steps + (m_block.independent ? kFirstCheck / 8 : kFirstCheck);
}

}  // namespace lanescope::simt
