// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/check/access_order.h"

#include <algorithm>
#include <bit>

namespace lanescope::simt {
namespace {

template <typename Clock>
void join(Clock& into, const Clock& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

}  // namespace

void AccessOrder::start(std::size_t warps) {
    m_warps.clear();
    m_warps.resize(std::min(warps, kMostWarps));
    m_next.clear();
}

/// A warp that goes on after a barrier comes after all that came to it. Who comes to that barrier from now on waits for
/// its next opening.
void AccessOrder::step(std::uint32_t warp) {
    Warp& w = m_warps[warp];
    if (!w.waitsFor) return;
    join(w.known, w.waitsFor->clock);
    const auto next = m_next.find(w.barrier);
    if (next != m_next.end() && next->second == w.waitsFor) m_next.erase(next);
    w.waitsFor.reset();
}

void AccessOrder::barrier(std::uint32_t warp, std::uint64_t id, std::uint64_t now, bool waits) {
    Warp& w = m_warps[warp];
    std::shared_ptr<Opening>& opening = m_next[id];
    if (!opening) opening = std::make_shared<Opening>();
    join(opening->clock, w.known);
    opening->clock[warp] = now;
    w.together = now;
    if (!waits) return;
    w.waitsFor = opening;
    w.barrier = id;
}

void AccessOrder::warpBarrier(std::uint32_t warp, LaneMask lanes, std::uint64_t now, bool all) {
    Warp& w = m_warps[warp];
    if (all) {
        w.together = now;
        return;
    }
    if (!w.lanes) w.lanes = std::make_unique<LaneClocks>();
    std::array<std::uint64_t, kWarpSize> met{};
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        join(met, (*w.lanes)[lane]);
        met[lane] = now;
    }
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
        (*w.lanes)[static_cast<unsigned>(std::countr_zero(rest))] = met;
}

}  // namespace lanescope::simt
