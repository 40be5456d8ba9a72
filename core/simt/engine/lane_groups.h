// SPDX-License-Identifier: GPL-3.0-or-later
// Independent thread scheduling, as on GPUs since Volta: the lanes of a warp in groups that run in turns. Lanes that
// part at a branch wait for each other at its meetings (program::Meeting) as long as that stops nobody; then they go on
// alone. Changes the groups of the warp that it is given, and nothing else. Internal to core/simt.
#pragma once

#include <span>

#include "core/simt/engine/block.h"
#include "core/simt/engine/ways.h"

namespace lanescope::simt {

class LaneGroups {
public:
    explicit LaneGroups(const Block& block) : m_block(block) {}

    /// The running lanes go to `to` together, and stay in so many of the loops around the branch.
    static void go(std::uint32_t to, std::uint32_t loops, WarpState& warp);
    /// They go different ways and may meet again where the branch says. The first way runs first.
    void part(const Op& op, std::span<const Way> ways, WarpState& warp) const;
    /// Some of them return from the function that runs, at `pc`.
    void returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp) const;
    /// Brings the warp to a group that can execute the instruction that it stands at; if there is none, it waits.
    [[nodiscard]] Settled settle(WarpState& warp) const;

    /// Makes a group of its own of some of the running lanes; it stands at `apartPc`.
    static void split(WarpState& warp, LaneMask apart, std::uint32_t apartPc);
    /// The running lanes are about to part, and may meet again at `place`.
    void addMeeting(WarpState& warp, const MeetingPlace& place) const;
    /// Takes the next group that can run; the one that ran waits or has ended. False if there is none.
    bool next(WarpState& warp) const;
    /// The group goes on alone, without those that it waits for at a meeting point.
    static void giveUpMeeting(WarpState& warp, LaneGroup& group);
    /// Lanes that the instruction which `group` stands at names and that are not of the group.
    [[nodiscard]] LaneMask missingAt(const Op& op, const LaneGroup& group, const WarpState& warp) const;

private:
    static void leaveMeetings(WarpState& warp, LaneGroup& group, std::uint32_t loops);
    static void meetAtEnd(std::uint32_t end, WarpState& warp);
    static void forgetMeeting(WarpState& warp, LaneGroup& group);
    void arriveAtMeeting(WarpState& warp) const;
    bool gather(const Op& op, WarpState& warp) const;
    bool passTogether(const Op& op, WarpState& warp, LaneMask missing) const;
    static void absorb(WarpState& warp, Wait wait);

    const Block& m_block;
};

}  // namespace lanescope::simt
