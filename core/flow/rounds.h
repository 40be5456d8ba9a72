// SPDX-License-Identifier: GPL-3.0-or-later
// In which round of which loop a warp is. Private to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/loops.h"
#include "core/trace/block_trace.h"

namespace lanescope::flow {

/// Where rounds begin in the code: by instruction, the loop whose header it is the first of.
class RoundStarts {
public:
    explicit RoundStarts(const program::Entry& entry);

    static constexpr std::uint32_t kNone = program::Loops::kNone;
    [[nodiscard]] const program::Loops& loops() const { return m_loops; }
    [[nodiscard]] std::uint32_t loopBegunAt(std::uint32_t instruction) const { return m_begins[instruction]; }

private:
    program::Loops m_loops;
    std::vector<std::uint32_t> m_begins;
};

/// Counts the rounds of each loop by warp while the events of a trace are told one by one. Groups of lanes that come to
/// a round one after the other begin it once.
class RoundCounter {
public:
    explicit RoundCounter(const RoundStarts& starts) : m_starts(starts) {}

    /// The next event. Does it begin a round?
    bool note(std::uint32_t warp, std::uint32_t instruction, simt::LaneMask active);
    /// Rounds that the warp has begun, over all times that it came to the loop.
    [[nodiscard]] std::uint32_t rounds(std::uint32_t warp, std::uint32_t loop) const {
        return warp < m_warps.size() ? m_warps[warp][loop].rounds : 0;
    }

private:
    struct Progress {
        std::uint32_t rounds = 0;
        simt::LaneMask inRound = 0;  ///< lanes that have begun the present one
    };
    const RoundStarts& m_starts;
    std::vector<std::vector<Progress>> m_warps;  ///< by warp and loop
};

}  // namespace lanescope::flow
