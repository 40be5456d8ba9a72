// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's control flow: branches, ends, returns, and the reconvergence stack.
#include <algorithm>

#include "core/simt/engine.h"

namespace lanescope::simt {
namespace {

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

}  // namespace

LaneMask Engine::guardMask(const Op& op, LaneMask mask) const {
    if (op.guard == kNowhere) return mask;
    const LaneMask predicate = m_machine.mask(op.guard);
    return mask & (op.guardNegated ? ~predicate : predicate);
}

/// Executes a control instruction; false if the warp stops here (ended, waits, or faulted). After a fault the warp is
/// still at the instruction.
bool Engine::control(const Op& op, std::uint32_t pc, WarpState& warp) {
    if (op.guard == kNowhere) return transfer(op, pc, warp);
    const LaneMask passing = guardMask(op, warp.stack.back().mask);
    const bool going = transfer(op, pc, warp);
    if (!m_faulted) m_machine.site(op).passed += static_cast<unsigned>(std::popcount(passing));
    return going;
}

bool Engine::transfer(const Op& op, std::uint32_t pc, WarpState& warp) {
    if (op.control == Control::Branch) {
        branch(op, pc, warp);
        settle(warp);
        return warp.runnable();
    }
    StackEntry& top = warp.stack.back();
    const LaneMask lanes = guardMask(op, top.mask);
    if (lanes == 0) {
        top.pc = pc + 1;
        settle(warp);
        return warp.runnable();
    }
    switch (op.control) {
        case Control::Barrier: return barrier(op, pc, warp);
        case Control::Trap: makeFault(Fault::Kind::Trap, pc, m_current, firstLane(lanes)); return false;
        case Control::Exit:
            top.pc = pc + 1;
            endLanes(lanes, warp);
            break;
        case Control::Return: returnLanes(lanes, pc, warp); break;
        case Control::Branch:
        case Control::None: break;
    }
    settle(warp);
    return warp.runnable();
}

void Engine::branch(const Op& op, std::uint32_t pc, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    const LaneMask taken = guardMask(op, top.mask);
    const LaneMask fallen = top.mask & ~taken;
    if (taken == 0 || fallen == 0) {
        top.pc = taken != 0 ? op.target : pc + 1;
        return;
    }
    ++m_machine.site(op).divergent;
    const std::uint32_t reconvergence = op.reconvergence;
    if (m_independent) {
        addMeeting(warp, reconvergence);
        split(warp, taken, op.target);
        warp.stack.back().pc = pc + 1;
        return;
    }
    const std::uint32_t function = top.function;
    // The entry waits at the reconvergence point; if it was to end there anyway, the entry below it waits for its
    // lanes.
    if (top.reconvergence == reconvergence)
        warp.stack.pop_back();
    else
        top.pc = reconvergence;
    // The fall-through side runs first: it is what stands first in the source.
    if (op.target != reconvergence) warp.stack.push_back({op.target, reconvergence, taken, function});
    if (pc + 1 != reconvergence) warp.stack.push_back({pc + 1, reconvergence, fallen, function});
}

void Engine::endLanes(LaneMask lanes, WarpState& warp) {
    for (StackEntry& entry : warp.stack) entry.mask &= ~lanes;
    std::erase_if(warp.stack, [](const StackEntry& entry) { return entry.mask == 0; });
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

/// Pops entries that have come to their reconvergence point or to the end of their function.
void Engine::settle(WarpState& warp) {
    if (m_independent) return settleGroup(warp);
    while (!warp.stack.empty()) {
        const StackEntry& top = warp.stack.back();
        const bool atEnd = top.pc == m_program->endOf(top.function);
        if (!atEnd && top.pc != top.reconvergence) return;
        if (!atEnd)
            warp.stack.pop_back();
        else if (top.isFrame())
            leaveFunction(warp);
        else
            returnLanes(top.mask, top.pc, warp);
    }
}

/// The running lanes' function has ended; they go on in the one that called it.
void Engine::leaveFunction(WarpState& warp) { warp.stack.pop_back(); }

}  // namespace lanescope::simt
