// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's control flow: reconvergence stack, barriers, and which warp runs next.
#include <algorithm>

#include "core/simt/engine.h"

namespace lanescope::simt {
namespace {

LaneMask liveLanes(const WarpState& warp) {
    LaneMask live = 0;
    for (const StackEntry& entry : warp.stack) live |= entry.mask;
    return live;
}

unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

}  // namespace

LaneMask Engine::guardMask(const Op& op, LaneMask mask) const {
    if (op.guard == kNowhere) return mask;
    const LaneMask predicate = m_machine.mask(op.guard);
    return mask & (op.guardNegated ? ~predicate : predicate);
}

/// Executes a control instruction; false if the warp stops here (ended, waits, or faulted).
bool Engine::control(const Op& op, std::uint32_t pc, WarpState& warp) {
    if (op.guard == kNowhere) return transfer(op, pc, warp);
    const LaneMask passing = guardMask(op, warp.stack.back().mask);
    const bool going = transfer(op, pc, warp);
    if (!m_faulted) m_machine.site(op).passed += static_cast<unsigned>(std::popcount(passing));
    return going;
}

bool Engine::transfer(const Op& op, std::uint32_t pc, WarpState& warp) {
    switch (op.control) {
        case Control::Branch: branch(op, pc, warp); break;
        case Control::Exit: {
            const LaneMask mask = warp.stack.back().mask;
            const LaneMask ending = guardMask(op, mask);
            warp.stack.back().pc = pc + 1;
            endLanes(ending, warp);
            break;
        }
        case Control::Barrier: return barrier(op, pc, warp);
        case Control::Trap: {
            const LaneMask trapped = guardMask(op, warp.stack.back().mask);
            if (trapped != 0) {
                makeFault(Fault::Kind::Trap, pc, m_current, firstLane(trapped));
                return false;
            }
            warp.stack.back().pc = pc + 1;
            break;
        }
        case Control::None: break;
    }
    settle(warp);
    return !warp.finished();
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
    // The entry waits at the reconvergence point; if it was to end there anyway, the entry below it waits for its
    // lanes.
    if (top.reconvergence == reconvergence)
        warp.stack.pop_back();
    else
        top.pc = reconvergence;
    // The fall-through side runs first: it is what stands first in the source.
    if (op.target != reconvergence) warp.stack.push_back({op.target, reconvergence, taken});
    if (pc + 1 != reconvergence) warp.stack.push_back({pc + 1, reconvergence, fallen});
}

void Engine::endLanes(LaneMask lanes, WarpState& warp) {
    for (StackEntry& entry : warp.stack) entry.mask &= ~lanes;
    std::erase_if(warp.stack, [](const StackEntry& entry) { return entry.mask == 0; });
}

/// Pops entries that have come to their reconvergence point. Lanes that run past the last instruction end.
void Engine::settle(WarpState& warp) {
    const auto end = static_cast<std::uint32_t>(m_program->entry().instructions.size());
    while (!warp.stack.empty() && warp.stack.back().pc == warp.stack.back().reconvergence) {
        if (warp.stack.back().pc == end)
            endLanes(warp.stack.back().mask, warp);
        else
            warp.stack.pop_back();
    }
    if (!warp.stack.empty() && warp.stack.back().pc >= end) {
        endLanes(warp.stack.back().mask, warp);
        settle(warp);
    }
}

bool Engine::barrier(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask arriving = guardMask(op, warp.stack.back().mask);
    if (arriving == 0) {
        warp.stack.back().pc = pc + 1;
        settle(warp);
        return !warp.finished();
    }
    const LaneMask missing = liveLanes(warp) & ~arriving;
    if (missing != 0) {
        makeFault(Fault::Kind::BarrierDivergence, pc, m_current, firstLane(missing));
        return false;
    }
    ++m_machine.site(op).barriers;
    warp.stack.back().pc = pc + 1;
    warp.atBarrier = true;
    settle(warp);
    if (warp.finished()) warp.atBarrier = false;
    return false;
}

/// Goes to the next warp that can run; opens the barrier when all wait. False if the block has ended or cannot go on.
bool Engine::advanceSchedule() {
    const auto runnable = [](const WarpState& warp) { return !warp.finished() && !warp.atBarrier; };
    const auto next = std::find_if(m_warps.begin() + m_current, m_warps.end(), runnable);
    if (next != m_warps.end()) {
        m_current = static_cast<std::uint32_t>(next - m_warps.begin());
        return true;
    }
    const auto waiting =
        std::find_if(m_warps.begin(), m_warps.end(), [](const WarpState& warp) { return !warp.finished(); });
    if (waiting == m_warps.end()) return false;
    m_current = static_cast<std::uint32_t>(waiting - m_warps.begin());
    return openBarrier();
}

/// Warps that have ended count as arrived. Warps at different barriers wait for each other for ever.
bool Engine::openBarrier() {
    const auto barrierOf = [this](const WarpState& warp) {
        return m_program->entry().instructions[warp.pc() - 1].sources[0].bits;
    };
    const std::uint64_t wanted = barrierOf(m_warps[m_current]);
    for (std::size_t w = 0; w < m_warps.size(); ++w) {
        if (m_warps[w].finished() || barrierOf(m_warps[w]) == wanted) continue;
        makeFault(Fault::Kind::BarrierDeadlock, m_warps[w].pc() - 1, w, firstLane(m_warps[w].active()));
        return false;
    }
    for (WarpState& warp : m_warps) warp.atBarrier = false;
    return true;
}

}  // namespace lanescope::simt
