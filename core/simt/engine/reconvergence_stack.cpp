// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/reconvergence_stack.h"

#include <algorithm>

namespace lanescope::simt {

void ReconvergenceStack::go(std::uint32_t to, std::uint32_t loops, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    if (top.loops <= loops) {
        top.pc = to;
        return;
    }
    const Way way{to, top.mask, loops};
    warp.stack.pop_back();
    leaveLoops(way, warp);
}

void ReconvergenceStack::part(const Op& op, std::span<const Way> ways, WarpState& warp) const {
    const std::uint32_t open = warp.stack.back().loops;
    StackEntry arm = warp.stack.back();
    warp.stack.pop_back();
    // An entry waits at each meeting, from where it goes on to the next; where lanes already come to one at which
    // others wait, that entry waits for them.
    for (const MeetingPlace& meeting : m_block.program->meetingsOf(op)) {
        if (meeting.loops < open || meeting.pc == arm.reconvergence) continue;
        arm.pc = meeting.pc;
        warp.stack.push_back(arm);
        arm.reconvergence = meeting.pc;
        arm.loops = meeting.loops;
    }
    for (std::size_t w = ways.size(); w-- > 0;) {
        arm.pc = ways[w].to;
        arm.mask = ways[w].lanes;
        if (ways[w].loops < arm.loops)
            leaveLoops(ways[w], warp);
        else if (arm.pc != arm.reconvergence)
            warp.stack.push_back(arm);
    }
}

/// Lanes leave loops, and nobody waits for them in there any more. They run until they come to the nearest meeting that
/// is before them nevertheless.
void ReconvergenceStack::leaveLoops(const Way& way, WarpState& warp) {
    std::size_t level = warp.stack.size();
    for (;;) {
        StackEntry& entry = warp.stack[--level];
        if ((entry.mask & way.lanes) == 0) continue;
        entry.mask &= ~way.lanes;
        if (entry.loops <= way.loops) break;
    }
    StackEntry apart = warp.stack[level];
    apart.pc = way.to;
    apart.mask = way.lanes;
    std::erase_if(warp.stack, [](const StackEntry& entry) { return entry.mask == 0; });
    if (apart.pc != apart.reconvergence) warp.stack.push_back(apart);
}

void ReconvergenceStack::returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp) const {
    // They wait in the function's frame, and no longer at reconvergence points within it.
    warp.stack.back().pc = pc + 1;
    std::size_t level = warp.stack.size();
    const auto isTheirs = [lanes](const StackEntry& entry) { return entry.isFrame() && (entry.mask & lanes) != 0; };
    while (!isTheirs(warp.stack[level - 1])) warp.stack[--level].mask &= ~lanes;
    warp.stack.erase(std::remove_if(warp.stack.begin() + static_cast<std::ptrdiff_t>(level), warp.stack.end(),
                                    [](const StackEntry& entry) { return entry.mask == 0; }),
                     warp.stack.end());
}

/// The end of a function other than the kernel post-dominates all of it, so lanes come to it only where they are to
/// meet.
Settled ReconvergenceStack::settle(WarpState& warp) const {
    while (!warp.stack.empty()) {
        const StackEntry& top = warp.stack.back();
        if (top.function == 0 && top.pc == m_block.kernelEnd) {
            warp.endLanes(top.mask);
        } else if (top.pc != top.reconvergence) {
            const Op& op = m_block.program->ops()[top.pc];
            if (!op.gathers || !othersComeFirst(op, warp)) break;
        } else if (top.pc != m_block.program->endOf(top.function)) {
            warp.stack.pop_back();
        } else if (top.isFrame()) {
            return Settled::Returns;
        } else {
            returnLanes(top.mask, top.pc, warp);
        }
    }
    return Settled::Ready;
}

/// The running lanes stand at a barrier of whole warps. Those of the warp that have not come to it run first, until
/// they have ended, and then the barrier does not wait for them, or stand at a barrier too. False if there are none.
bool ReconvergenceStack::othersComeFirst(const Op& op, WarpState& warp) const {
    StackEntry& top = warp.stack.back();
    if (op.guard == kNowhere && (warp.stack.size() == 1 || top.mask == warp.live())) return false;
    const LaneMask here = m_block.guardMask(op, top.mask);
    if (here == 0) return false;
    if (here != top.mask) {
        StackEntry past = top;
        past.pc = top.pc + 1;
        past.mask = top.mask & ~here;
        top.mask = here;
        if (past.pc != past.reconvergence) warp.stack.push_back(past);
        return true;
    }
    LaneMask missing = warp.live() & ~here;
    for (std::size_t level = warp.stack.size() - 1; missing != 0 && level-- > 0;) {
        const StackEntry& entry = warp.stack[level];
        const LaneMask lanes = entry.mask & missing;
        if (lanes == 0) continue;
        missing &= ~lanes;
        const bool runs = entry.pc != m_block.program->endOf(entry.function);
        if (runs && m_block.program->ops()[entry.pc].gathers &&
            m_block.guardMask(m_block.program->ops()[entry.pc], lanes) == lanes)
            continue;
        letRun(level, lanes, warp);
        return true;
    }
    return false;
}

/// Lanes that stand at a lower level of the stack, whether they wait there for others or not, go on from there before
/// all others.
void ReconvergenceStack::letRun(std::size_t level, LaneMask lanes, WarpState& warp) {
    std::vector<StackEntry> apart{warp.stack[level]};
    warp.stack[level].mask &= ~lanes;
    if (apart.front().isFrame()) {
        // They return to where they were called.
        while ((warp.stack[--level].mask & lanes) == 0) continue;
        apart.insert(apart.begin(), warp.stack[level]);
        warp.stack[level].mask &= ~lanes;
    }
    for (StackEntry& entry : apart) entry.mask = lanes;
    std::erase_if(warp.stack, [](const StackEntry& entry) { return entry.mask == 0; });
    warp.stack.insert(warp.stack.end(), apart.begin(), apart.end());
}

}  // namespace lanescope::simt
