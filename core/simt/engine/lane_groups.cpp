// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/lane_groups.h"

#include <algorithm>

namespace lanescope::simt {
namespace {

bool samePlace(const LaneGroup& a, const LaneGroup& b) {
    return std::equal(a.stack.begin(), a.stack.end(), b.stack.begin(), b.stack.end(),
                      [](const StackEntry& x, const StackEntry& y) {
                          return x.pc == y.pc && x.function == y.function && x.call == y.call;
                      });
}

/// The meeting points that both groups still have before them.
void keepCommon(std::vector<MeetingPoint>& meetings, const std::vector<MeetingPoint>& others) {
    std::size_t common = 0;
    while (common < meetings.size() && common < others.size() && meetings[common].pc == others[common].pc &&
           meetings[common].depth == others[common].depth) {
        meetings[common].lanes &= others[common].lanes;
        ++common;
    }
    meetings.resize(common);
}

void keepLanes(LaneGroup& group, LaneMask lanes) {
    for (StackEntry& entry : group.stack) entry.mask &= lanes;
}

void stopWaiting(LaneGroup& group) {
    group.wait = Wait::None;
    group.waitsAt = 0;
    group.since = 0;
}

}  // namespace

void LaneGroups::go(std::uint32_t to, std::uint32_t loops, WarpState& warp) {
    warp.stack.back().pc = to;
    leaveMeetings(warp, warp, loops);
}

void LaneGroups::split(WarpState& warp, LaneMask apart, std::uint32_t apartPc) {
    LaneGroup group = warp;
    keepLanes(group, apart);
    keepLanes(warp, ~apart);
    group.stack.back().pc = apartPc;
    group.passes = kNoCall;
    warp.parked.push_back(std::move(group));
}

void LaneGroups::addMeeting(WarpState& warp, const MeetingPlace& place) const {
    const StackEntry& top = warp.stack.back();
    if (top.function == 0 && place.pc == m_block.program->endOf(0)) return;
    const auto depth = static_cast<std::uint32_t>(warp.stack.size());
    if (!warp.meetings.empty() && warp.meetings.back().depth == depth) {
        const MeetingPoint& nearest = warp.meetings.back();
        if (nearest.pc == place.pc || place.loops < nearest.loops) return;
    }
    warp.meetings.push_back({place.pc, depth, place.loops, top.mask});
}

/// Some of the running lanes are about to return; those of their function all come to its end, behind all other
/// meetings in it.
void LaneGroups::meetAtEnd(std::uint32_t end, WarpState& warp) {
    const auto depth = static_cast<std::uint32_t>(warp.stack.size());
    const auto first = std::find_if(warp.meetings.begin(), warp.meetings.end(),
                                    [depth](const MeetingPoint& meeting) { return meeting.depth == depth; });
    if (first == warp.meetings.end() || first->pc != end)
        warp.meetings.insert(first, {end, depth, 0, warp.stack.back().mask});
}

void LaneGroups::part(const Op& op, std::span<const Way> ways, WarpState& warp) const {
    for (const MeetingPlace& place : m_block.program->meetingsOf(op)) addMeeting(warp, place);
    for (std::size_t w = ways.size(); w-- > 1;) {
        split(warp, ways[w].lanes, ways[w].to);
        leaveMeetings(warp, warp.parked.back(), ways[w].loops);
    }
    warp.stack.back().pc = ways[0].to;
    leaveMeetings(warp, warp, ways[0].loops);
}

/// The group goes on to where it stays in `loops` of the loops around it. Nobody waits for it in the others any more.
void LaneGroups::leaveMeetings(WarpState& warp, LaneGroup& group, std::uint32_t loops) {
    while (!group.meetings.empty() && group.meetings.back().depth == group.stack.size() &&
           group.meetings.back().loops > loops)
        forgetMeeting(warp, group);
}

void LaneGroups::returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp) const {
    const StackEntry& top = warp.stack.back();
    const std::uint32_t end = m_block.program->endOf(top.function);
    if (lanes != top.mask) {
        meetAtEnd(end, warp);
        split(warp, top.mask & ~lanes, pc + 1);
        while (warp.meetings.back().pc != end) forgetMeeting(warp, warp);
    }
    warp.stack.back().pc = end;
}

Settled LaneGroups::settle(WarpState& warp) const {
    for (;;) {
        if (warp.stack.empty() || warp.wait != Wait::None) {
            if (!next(warp)) return Settled::Ready;
            continue;
        }
        const StackEntry& top = warp.stack.back();
        if (!warp.meetings.empty() && warp.meetings.back().depth >= warp.stack.size()) {
            const MeetingPoint& meeting = warp.meetings.back();
            if (meeting.depth > warp.stack.size()) {
                warp.meetings.pop_back();
                continue;
            }
            if (meeting.pc == top.pc) {
                arriveAtMeeting(warp);
                continue;
            }
        }
        if (top.pc == m_block.program->endOf(top.function)) {
            if (top.isFrame()) return Settled::Returns;
            warp.endLanes(top.mask);
            continue;
        }
        const Op& op = m_block.program->ops()[top.pc];
        if (!op.gathers || gather(op, warp)) return Settled::Ready;
    }
}

/// Joins those who wait there; goes on if all have come, else waits.
void LaneGroups::arriveAtMeeting(WarpState& warp) const {
    const std::uint32_t pc = warp.pc();
    const MeetingPoint here = warp.meetings.back();
    absorb(warp, Wait::Meeting);
    if (warp.meetings.empty() || warp.meetings.back().pc != pc || warp.meetings.back().depth != here.depth) return;
    if ((warp.meetings.back().lanes & warp.live() & ~warp.active()) == 0) {
        warp.meetings.pop_back();
        return;
    }
    warp.wait = Wait::Meeting;
    warp.waitsAt = pc;
    warp.since = m_block.steps;
}

/// Are the lanes that the instruction names here? Else the running group waits for them.
bool LaneGroups::gather(const Op& op, WarpState& warp) const {
    const std::uint32_t pc = warp.pc();
    if (warp.passes == pc) return true;
    warp.passes = kNoCall;
    if (m_block.guardMask(op, warp.active()) == 0) return true;
    absorb(warp, Wait::Warp);
    const LaneMask here = m_block.guardMask(op, warp.active());
    const LaneMask missing = missingAt(op, warp, warp);
    if (missing == 0 || passTogether(op, warp, missing)) return true;
    if (here != warp.active()) split(warp, warp.active() & ~here, pc + 1);
    // Each group that comes to a BSYNC executes it; those that join there later go on without.
    if (op.source->opcode == program::Opcode::Meet) ++m_block.machine.site(op).warps;
    warp.wait = Wait::Warp;
    warp.waitsAt = pc;
    return false;
}

LaneMask LaneGroups::missingAt(const Op& op, const LaneGroup& group, const WarpState& warp) const {
    const LaneMask here = m_block.guardMask(op, group.active());
    if (here == 0) return 0;
    const LaneMask named = op.members == kNowhere
                               ? kAllLanes
                               : m_block.machine.at<const std::uint32_t>(op.members)[std::countr_zero(here)];
    return named & warp.live() & ~here;
}

/// bar.warp.sync may be met at different instructions: passes if all missing lanes wait at one, and lets those pass
/// too.
bool LaneGroups::passTogether(const Op& op, WarpState& warp, LaneMask missing) const {
    if (op.source->opcode != program::Opcode::BarWarp) return false;
    std::vector<LaneGroup*> others;
    LaneMask there = 0;
    for (LaneGroup& group : warp.parked) {
        if (group.wait != Wait::Warp ||
            m_block.program->ops()[group.waitsAt].source->opcode != program::Opcode::BarWarp)
            continue;
        there |= group.active();
        if ((group.active() & missing) != 0) others.push_back(&group);
    }
    if ((missing & ~there) != 0) return false;
    for (LaneGroup* group : others) {
        stopWaiting(*group);
        group->passes = group->pc();
    }
    warp.passes = warp.pc();
    return true;
}

/// Takes in the groups that wait so at the very same place.
void LaneGroups::absorb(WarpState& warp, Wait wait) {
    std::erase_if(warp.parked, [&](const LaneGroup& group) {
        if (group.wait != wait || !samePlace(group, warp)) return false;
        for (std::size_t level = 0; level < warp.stack.size(); ++level)
            warp.stack[level].mask |= group.stack[level].mask;
        keepCommon(warp.meetings, group.meetings);
        return true;
    });
}

bool LaneGroups::next(WarpState& warp) const {
    if (!warp.stack.empty()) warp.parked.insert(warp.parked.begin(), warp);
    static_cast<LaneGroup&>(warp) = {};
    if (warp.parked.empty()) return false;
    // Lanes that a group waited for may have ended.
    const auto missing = [&](const LaneGroup& group) -> LaneMask {
        if (group.wait == Wait::Warp) return missingAt(m_block.program->ops()[group.waitsAt], group, warp);
        return group.meetings.back().lanes & warp.live() & ~group.active();
    };
    for (LaneGroup& group : warp.parked)
        if ((group.wait == Wait::Warp || group.wait == Wait::Meeting) && missing(group) == 0) stopWaiting(group);
    const auto waitsSo = [](Wait wait) { return [wait](const LaneGroup& group) { return group.wait == wait; }; };
    auto found = std::find_if(warp.parked.rbegin(), warp.parked.rend(), waitsSo(Wait::None));
    if (found == warp.parked.rend()) {
        // Nobody else gets on, so those at a meeting point wait in vain.
        found = std::find_if(warp.parked.rbegin(), warp.parked.rend(), waitsSo(Wait::Meeting));
        if (found != warp.parked.rend()) giveUpMeeting(warp, *found);
    }
    const bool canRun = found != warp.parked.rend();
    if (!canRun) found = warp.parked.rbegin();
    LaneGroup group = std::move(*found);
    warp.parked.erase(std::next(found).base());
    static_cast<LaneGroup&>(warp) = std::move(group);
    warp.atBarrier = !canRun;
    return canRun;
}

void LaneGroups::giveUpMeeting(WarpState& warp, LaneGroup& group) {
    forgetMeeting(warp, group);
    stopWaiting(group);
}

/// The group does not come to its nearest meeting, and nobody waits for it there any more.
void LaneGroups::forgetMeeting(WarpState& warp, LaneGroup& group) {
    const MeetingPoint left = group.meetings.back();
    group.meetings.pop_back();
    const auto forget = [&](LaneGroup& other) {
        for (MeetingPoint& meeting : other.meetings)
            if (meeting.pc == left.pc && meeting.depth == left.depth) meeting.lanes &= ~group.active();
    };
    if (static_cast<LaneGroup*>(&warp) != &group) forget(warp);
    for (LaneGroup& other : warp.parked)
        if (&other != &group) forget(other);
}

}  // namespace lanescope::simt
