// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/progress.h"

#include <algorithm>
#include <bit>

namespace lanescope::simt {
namespace {

/// A group of lanes runs so long before another of its warp has a turn.
constexpr std::uint64_t kSlice = 1024;
/// Steps that a group waits at a meeting point while others of its warp run.
constexpr std::uint64_t kPatience = 1 << 16;
/// A warp that runs so long lets others run, though it was not seen to wait: perhaps it counts the rounds of its wait.
constexpr std::uint64_t kLongestTurn = 1 << 24;
/// A turn in which the clock was read so often, and then twice as often, and so on, is looked at: does it wait?
constexpr std::uint64_t kClockReads = 4;
/// Nanoseconds after which threads that wait for nothing but time are taken to wait for ever: more than an hour.
constexpr std::uint64_t kLongestSleep = std::uint64_t{1} << 42;

}  // namespace

Progress::Verdict Progress::check() {
    WarpState& warp = m_block.warp();
    Schedule::Turn& turn = m_schedule.turn();
    const std::uint64_t taken = m_block.steps - turn.start;
    bool vain = false;
    m_looksAtClock = false;
    if (m_block.independent && !warp.parked.empty()) {
        turn.nextCheck = m_block.steps + kSlice;
        vain = !changeGroup(warp);
    } else {
        turn.nextCheck = m_block.steps + std::max(taken, Schedule::kFirstCheck);
        if (taken < kLongestTurn) turn.nextCheck = std::min(turn.nextCheck, turn.start + kLongestTurn);
        vain = waits(m_block.current);
    }
    if (!vain && taken < kLongestTurn) return Verdict::GoesOn;
    if (vain && everyoneWaits()) return m_looksAtClock && letTimePass() ? Verdict::GoesOn : Verdict::WaitsForEver;
    m_schedule.beginBehind();
    return Verdict::HandsOver;
}

/// Do the running lanes of a warp wait in a loop?
bool Progress::waits(std::uint32_t warp) {
    const Spins::Outcome outcome = m_spins.follow(warp);
    m_looksAtClock = m_looksAtClock || outcome == Spins::Outcome::WaitsByClock;
    return outcome != Spins::Outcome::GetsOn;
}

/// Lets another group of the warp run. False if none gets anywhere.
bool Progress::changeGroup(WarpState& warp) {
    const auto isReady = [](const LaneGroup& group) { return group.wait == Wait::None; };
    for (LaneGroup& group : warp.parked)
        if (group.wait == Wait::Meeting && m_block.steps - group.since > kPatience)
            LaneGroups::giveUpMeeting(warp, group);
    const auto ready = static_cast<std::size_t>(std::count_if(warp.parked.begin(), warp.parked.end(), isReady));
    if (!waits(m_block.current)) {
        if (ready != 0) rotate(warp);
        return true;
    }
    for (std::size_t tried = 0; tried < ready; ++tried) {
        rotate(warp);
        if (!waits(m_block.current)) return true;
    }
    // All that could run wait; perhaps for one that waits for them at a meeting point.
    const auto meeting = std::find_if(warp.parked.rbegin(), warp.parked.rend(),
                                      [](const LaneGroup& group) { return group.wait == Wait::Meeting; });
    if (meeting == warp.parked.rend()) return false;
    LaneGroups::giveUpMeeting(warp, *meeting);
    std::rotate(meeting.base() - 1, meeting.base(), warp.parked.end());
    rotate(warp);
    return true;
}

/// The running group goes to the end of the line.
void Progress::rotate(WarpState& warp) {
    m_block.enter();
    m_groups.next(warp);
    m_flow.settle(warp);
}

bool Progress::handsOver(const Segment& segment, LaneMask lanes, WarpState& warp) {
    const Op& op = m_block.program->ops()[segment.end - 1];
    if (!stillWaits(op, m_block.guardMask(op, lanes))) return false;
    const auto isReady = [](const LaneGroup& group) { return group.wait == Wait::None; };
    if (m_block.independent && std::any_of(warp.parked.begin(), warp.parked.end(), isReady)) rotate(warp);
    m_schedule.handOver();
    return true;
}

/// After one of the instructions by which threads wait. Clocks are read for other reasons, too: then it is asked
/// whether the lanes go round a loop.
bool Progress::stillWaits(const Op& op, LaneMask lanes) {
    if (lanes == 0) return false;
    if (op.source->opcode == program::Opcode::Nanosleep) return true;
    if (op.source->opcode == program::Opcode::Mbarrier)
        return op.to != kNowhere && (lanes & ~m_block.machine.mask(op.to)) != 0;
    const std::uint64_t reads = ++m_schedule.turn().clockReads;
    return reads >= kClockReads && std::has_single_bit(reads) && waits(m_block.current);
}

/// All wait, and some of them look at the clock: perhaps until it is late enough. Then that is now. False if they have
/// waited for too long already.
bool Progress::letTimePass() {
    if (m_block.threads.memory().slept >= kLongestSleep) return false;
    m_schedule.turn().start = m_block.steps;
    m_schedule.turn().nextCheck = m_block.steps + Schedule::kFirstCheck / 16;
    // Short delays are left as they are.
    if (m_block.steps >= Schedule::kFirstCheck)
        m_block.threads.memory().slept += std::max(m_block.threads.memory().slept, Schedule::kFirstCheck);
    return true;
}

/// The current warp waits in a loop. Do all others that could run wait so too, each from the state that it is in? As
/// none changes any memory, then none will ever get on.
bool Progress::everyoneWaits() {
    for (std::uint32_t w = 0; w < m_block.warps.size(); ++w) {
        WarpState& warp = m_block.warps[w];
        if (!warp.runnable()) continue;
        if (w != m_block.current && !waits(w)) return false;
        for (std::size_t g = 0; g < warp.parked.size(); ++g) {
            if (warp.parked[g].wait == Wait::Meeting) return false;
            if (warp.parked[g].wait != Wait::None) continue;
            std::swap(static_cast<LaneGroup&>(warp), warp.parked[g]);
            const bool vain = waits(w);
            std::swap(static_cast<LaneGroup&>(warp), warp.parked[g]);
            if (!vain) return false;
        }
    }
    return true;
}

}  // namespace lanescope::simt
