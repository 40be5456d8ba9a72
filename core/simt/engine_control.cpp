// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's control flow: branches, ends, returns, and the reconvergence stack.
#include <algorithm>

#include "core/simt/engine.h"

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
    if (taken == 0 || fallen == 0) {
        top.pc = taken != 0 ? op.target : pc + 1;
        if (!m_independent && top.pc != top.reconvergence && top.pc != m_kernelEnd) return true;  // nothing to settle
    } else {
        ++m_machine.site(op).divergent;
        // The fall-through side runs first: it is what stands first in the source.
        const std::array<Way, 2> ways{{{pc + 1, fallen}, {op.target, taken}}};
        part(op.reconvergence, ways, warp);
    }
    settle(warp);
    return warp.runnable();
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
            addMeeting(warp, end);
            split(warp, top.mask & ~lanes, pc + 1);
        }
        warp.stack.back().pc = end;
        return;
    }
    // They wait in the function's frame, and no longer at reconvergence points within it.
    top.pc = pc + 1;
    std::size_t level = warp.stack.size();
    while (!warp.stack[level - 1].isFrame()) warp.stack[--level].mask &= ~lanes;
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
        if (top.pc != top.reconvergence) return;
        if (top.pc != m_program->endOf(top.function))
            warp.stack.pop_back();
        else if (top.isFrame())
            leaveFunction(warp);
        else
            returnLanes(top.mask, top.pc, warp);
    }
}

bool Engine::misuse(std::uint32_t pc, unsigned lane, const std::string& detail) {
    makeFault(Fault::Kind::Misuse, pc, m_current, lane);
    m_fault.lanes = LaneMask{1} << lane;
    m_fault.detail = detail;
    return false;
}

}  // namespace lanescope::simt
