// SPDX-License-Identifier: GPL-3.0-or-later
// Does a warp get anywhere? One that waits in a loop for another thread (Spins) lets others have their turn, and where
// there is nobody to wait for it waits for ever. Long loops that get on are never held up: their registers or their
// memory change. Where all wait and only time could end that, time passes. Who sleeps, or asks an mbarrier in vain,
// lets others have their turn without being asked. Changes whose turn it is, among warps and among the groups of one,
// and the time that threads have slept. Internal to core/simt.
#pragma once

#include "core/simt/engine/schedule.h"
#include "core/simt/engine/spins.h"

namespace lanescope::simt {

class Progress {
public:
    enum class Verdict : std::uint8_t {
        GoesOn,
        HandsOver,    ///< the turn is over
        WaitsForEver  ///< and so does everybody else
    };

    Progress(Block& block, Schedule& schedule, const LaneGroups& groups, ControlFlow& flow, Spins& spins)
        : m_block(block), m_schedule(schedule), m_groups(groups), m_flow(flow), m_spins(spins) {}

    /// Has the current warp run for long, and is it at the start of a straight line?
    [[nodiscard]] bool checkIsDue(const WarpState& warp) const {
        if (m_block.steps < m_schedule.turn().nextCheck) return false;
        const Program& program = *m_block.program;
        return warp.pc() == program.segments()[program.segmentOf(warp.pc())].first;
    }
    [[nodiscard]] Verdict check();
    /// The lanes have done the last instruction of a segment that pauses. If they still wait, others get their turn:
    /// true.
    [[nodiscard]] bool handsOver(const Segment& segment, LaneMask lanes, WarpState& warp);

private:
    [[nodiscard]] bool waits(std::uint32_t warp);
    bool changeGroup(WarpState& warp);
    void rotate(WarpState& warp);
    [[nodiscard]] bool stillWaits(const Op& op, LaneMask lanes);
    [[nodiscard]] bool everyoneWaits();
    bool letTimePass();

    Block& m_block;
    Schedule& m_schedule;
    const LaneGroups& m_groups;
    ControlFlow& m_flow;
    Spins& m_spins;
    bool m_looksAtClock = false;  ///< one of the loops that were followed in this check does
};

}  // namespace lanescope::simt
