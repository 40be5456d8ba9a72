// SPDX-License-Identifier: GPL-3.0-or-later
// Which accesses of a block's threads are ordered by barriers: a clock for each pair of warps, and for each pair of
// lanes of a warp where only some lanes met (__syncwarp with a mask). Internal to core/simt.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/simt/step.h"

namespace lanescope::simt {

/// Steps of a block are numbered from 1, in the order of the emulation.
class AccessOrder {
public:
    void start(std::size_t warps);

    /// Before anything that a warp does in this step.
    void step(std::uint32_t warp);
    /// The warp comes to a block barrier in step `now`. `waits`: false for bar.arrive.
    void barrier(std::uint32_t warp, std::uint64_t id, std::uint64_t now, bool waits);
    /// Lanes of a warp meet in step `now`; `all`: they are all that the warp has.
    void warpBarrier(std::uint32_t warp, LaneMask lanes, std::uint64_t now, bool all);

    /// Has what `before` did in step `then` happened before anything that `after` does now?
    [[nodiscard]] bool ordered(std::uint32_t warpBefore, unsigned laneBefore, std::uint64_t then,
                               std::uint32_t warpAfter, unsigned laneAfter) const {
        if (warpBefore != warpAfter) return m_warps[warpAfter].known[warpBefore] >= then;
        if (laneBefore == laneAfter || m_warps[warpAfter].together >= then) return true;
        const auto& lanes = m_warps[warpAfter].lanes;
        return lanes && (*lanes)[laneAfter][laneBefore] >= then;
    }

    /// Is what a warp did in step `then` ordered before what any of its lanes does now?
    [[nodiscard]] bool together(std::uint32_t warp, std::uint64_t then) const { return m_warps[warp].together >= then; }
    /// Have some lanes of a warp met without the others? Else different lanes are ordered only by together().
    [[nodiscard]] bool someMet(std::uint32_t warp) const { return m_warps[warp].lanes != nullptr; }

private:
    static constexpr std::size_t kMostWarps = 32;
    using WarpClock = std::array<std::uint64_t, kMostWarps>;
    using LaneClocks = std::array<std::array<std::uint64_t, kWarpSize>, kWarpSize>;

    /// One time that a barrier opens: what its warps knew and did before.
    struct Opening {
        WarpClock clock{};
    };
    struct Warp {
        WarpClock known{};           ///< last step of each warp that this one comes after
        std::uint64_t together = 0;  ///< last step after which all its lanes met
        std::unique_ptr<LaneClocks> lanes;
        std::shared_ptr<Opening> waitsFor;
        std::uint64_t barrier = 0;  ///< id of the barrier that it waits at
    };
    std::vector<Warp> m_warps;
    std::map<std::uint64_t, std::shared_ptr<Opening>> m_next;  ///< by barrier id
};

}  // namespace lanescope::simt
