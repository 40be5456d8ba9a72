// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's control flow: branches, ends, returns, and the reconvergence stack.
#include <algorithm>

#include "core/simt/engine/engine.h"

namespace lanescope::simt {
namespace {

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

}  // namespace

/// Executes a control instruction; false if the warp stops here (ended, waits, or faulted). After a fault the warp is
/// still at the instruction.
bool Engine::control(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask passing = guardMask(op, warp.stack.back().mask);
    const bool going = op.control == Control::Branch ? branch(op, pc, passing, warp) : transfer(op, pc, passing, warp);
    if (op.guard != kNowhere && !m_faulted) m_machine.site(op).passed += lanesIn(passing);
    return going;
}

/// `lanes` pass the guard.
bool Engine::transfer(const Op& op, std::uint32_t pc, LaneMask lanes, WarpState& warp) {
    if (lanes == 0) {
        warp.stack.back().pc = pc + 1;
        settle(warp);
        return warp.runnable();
    }
    switch (op.control) {
        case Control::Barrier: return barrier(op, pc, warp);
        case Control::Trap: makeFault(Fault::Kind::Trap, pc, m_current, firstLane(lanes)); return false;
        case Control::Exit:
            warp.stack.back().pc = pc + 1;
            endLanes(lanes, warp);
            break;
        case Control::Return: returnLanes(lanes, pc, warp); break;
        case Control::Call:
            if (!call(op, pc, warp)) return false;
            break;
        case Control::BranchByIndex:
            if (!branchByIndex(op, pc, warp)) return false;
            break;
        case Control::Branch:
        case Control::None: break;
    }
    settle(warp);
    return warp.runnable();
}

bool Engine::branch(const Op& op, std::uint32_t pc, LaneMask taken, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    const LaneMask fallen = top.mask & ~taken;
    if (op.repeats) m_rounds[m_current].round(op.index, top.mask, taken, m_machine.site(op).rounds);
    if (taken == 0 || fallen == 0) {
        const std::uint32_t to = taken != 0 ? op.target : pc + 1;
        const std::uint32_t loops = taken != 0 ? op.staysTaken : op.staysPast;
        if (!m_independent && top.loops <= loops && to != top.reconvergence && to != m_kernelEnd &&
            !op.comesToGathering) {
            top.pc = to;
            return true;  // nothing to settle
        }
        go(to, loops, warp);
    } else {
        ++m_machine.site(op).divergent;
        // The fall-through side runs first: it is what stands first in the source.
        const std::array<Way, 2> ways{{{pc + 1, fallen, op.staysPast}, {op.target, taken, op.staysTaken}}};
        part(op, ways, warp);
    }
    settle(warp);
    return warp.runnable();
}

/// The running lanes go to `to` together, and stay in so many of the loops around the branch.
void Engine::go(std::uint32_t to, std::uint32_t loops, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    if (m_independent) {
        top.pc = to;
        leaveMeetings(warp, warp, loops);
    } else if (top.loops <= loops) {
        top.pc = to;
    } else {
        const Way way{to, top.mask, loops};
        warp.stack.pop_back();
        leaveLoops(way, warp);
    }
}

/// The running lanes go different ways and may meet again where the branch says. The first way runs first.
void Engine::part(const Op& op, std::span<const Way> ways, WarpState& warp) {
    if (m_independent) return partGroup(op, ways, warp);
    const std::uint32_t open = warp.stack.back().loops;
    StackEntry arm = warp.stack.back();
    warp.stack.pop_back();
    // An entry waits at each meeting, from where it goes on to the next; where lanes already come to one at which
    // others wait, that entry waits for them.
    for (const MeetingPlace& meeting : m_program->meetingsOf(op)) {
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
void Engine::leaveLoops(const Way& way, WarpState& warp) {
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

void Engine::endLanes(LaneMask lanes, WarpState& warp) {
    for (StackEntry& entry : warp.stack) entry.mask &= ~lanes;
    std::erase_if(warp.stack, [](const StackEntry& entry) { return entry.mask == 0; });
    if (warp.saved.empty()) return;
    for (; lanes != 0; lanes &= lanes - 1) warp.saved[firstLane(lanes)].clear();
}

/// These lanes of the running ones return from their function at `pc`; in the kernel that ends them.
void Engine::returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    if (top.function == 0) {
        top.pc = pc + 1;
        endLanes(lanes, warp);
        return;
    }
    const std::uint32_t end = m_program->endOf(top.function);
    if (m_independent) {
        if (lanes != top.mask) {
            meetAtEnd(end, warp);
            split(warp, top.mask & ~lanes, pc + 1);
            while (warp.meetings.back().pc != end) forgetMeeting(warp, warp);
        }
        warp.stack.back().pc = end;
        return;
    }
    // They wait in the function's frame, and no longer at reconvergence points within it.
    top.pc = pc + 1;
    std::size_t level = warp.stack.size();
    const auto isTheirs = [lanes](const StackEntry& entry) { return entry.isFrame() && (entry.mask & lanes) != 0; };
    while (!isTheirs(warp.stack[level - 1])) warp.stack[--level].mask &= ~lanes;
    warp.stack.erase(std::remove_if(warp.stack.begin() + static_cast<std::ptrdiff_t>(level), warp.stack.end(),
                                    [](const StackEntry& entry) { return entry.mask == 0; }),
                     warp.stack.end());
}

/// Pops entries that have come to their reconvergence point, and ends lanes that run off the kernel's end. The end of
/// another function post-dominates all of it, so lanes come to it only where they are to meet.
void Engine::settle(WarpState& warp) {
    if (m_independent) return settleGroup(warp);
    while (!warp.stack.empty()) {
        const StackEntry& top = warp.stack.back();
        if (top.function == 0 && top.pc == m_kernelEnd) {
            returnLanes(top.mask, top.pc, warp);
            continue;
        }
        if (top.pc != top.reconvergence) {
            const Op& op = m_program->ops()[top.pc];
            if (!op.gathers || !othersComeFirst(op, warp)) return;
        } else if (top.pc != m_program->endOf(top.function)) {
            warp.stack.pop_back();
        } else if (top.isFrame()) {
            leaveFunction(warp);
        } else {
            returnLanes(top.mask, top.pc, warp);
        }
    }
}

/// The running lanes stand at a barrier of whole warps. Those of the warp that have not come to it run first, until
/// they have ended, and then the barrier does not wait for them, or stand at a barrier too. False if there are none.
bool Engine::othersComeFirst(const Op& op, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    if (op.guard == kNowhere && (warp.stack.size() == 1 || top.mask == warp.live())) return false;
    const LaneMask here = guardMask(op, top.mask);
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
        const bool runs = entry.pc != m_program->endOf(entry.function);
        if (runs && m_program->ops()[entry.pc].gathers && guardMask(m_program->ops()[entry.pc], lanes) == lanes)
            continue;
        letRun(level, lanes, warp);
        return true;
    }
    return false;
}

/// Lanes that stand at a lower level of the stack, whether they wait there for others or not, go on from there before
/// all others.
void Engine::letRun(std::size_t level, LaneMask lanes, WarpState& warp) {
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

bool Engine::misuse(std::uint32_t pc, unsigned lane, const std::string& detail) {
    makeFault(Fault::Kind::Misuse, pc, m_current, lane);
    m_fault.lanes = LaneMask{1} << lane;
    m_fault.detail = detail;
    return false;
}

}  // namespace lanescope::simt
