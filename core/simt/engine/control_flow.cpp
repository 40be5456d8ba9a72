// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/control_flow.h"

#include "core/base/message.h"

namespace lanescope::simt {

/// Every loop comes here in every round, so it is a part of execute().
inline bool ControlFlow::branch(const Op& op, std::uint32_t pc, LaneMask taken, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    const LaneMask fallen = top.mask & ~taken;
    if (op.repeats) m_block.rounds[m_block.current].round(op.index, top.mask, taken, m_block.machine.site(op).rounds);
    if (taken == 0 || fallen == 0) {
        const std::uint32_t to = taken != 0 ? op.target : pc + 1;
        const std::uint32_t loops = taken != 0 ? op.staysTaken : op.staysPast;
        const bool isSettled =
            m_block.independent ? warp.meetings.empty() : top.loops <= loops && to != top.reconvergence;
        if (isSettled && to != m_block.kernelEnd && !op.comesToGathering) {
            top.pc = to;
            return true;  // nothing to settle
        }
        go(to, loops, warp);
    } else {
        ++m_block.machine.site(op).divergent;
        // The fall-through side runs first: it is what stands first in the source.
        const std::array<Way, 2> ways{{{pc + 1, fallen, op.staysPast}, {op.target, taken, op.staysTaken}}};
        part(op, ways, warp);
    }
    settle(warp);
    return warp.runnable();
}

bool ControlFlow::execute(const Op& op, std::uint32_t pc, WarpState& warp) {
    LaneMask passing = m_block.guardMask(op, warp.stack.back().mask);
    const bool asksMore = op.control == Control::Branch || op.control == Control::Exit;
    if (asksMore && op.source->sourceCount != 0) passing &= alsoAsked(op, warp);
    const bool going = op.control == Control::Branch ? branch(op, pc, passing, warp) : transfer(op, pc, passing, warp);
    if (op.guard != kNowhere && !m_block.wrong) m_block.machine.site(op).passed += lanesIn(passing);
    return going;
}

/// Of a branch or an end of machine code, the lanes that take it if they pass the guard.
LaneMask ControlFlow::alsoAsked(const Op& op, const WarpState& warp) const {
    if (!op.source->whenParted && !op.source->whenTogether) {
        const LaneMask predicate = m_block.machine.mask(op.from[0]);
        return op.negated != 0 ? ~predicate : predicate;
    }
    const LaneMask here = warp.stack.back().mask;
    const LaneMask named = m_block.machine.at<const LaneMask>(op.members)[firstLane(here)];
    const bool parted = (named & warp.live() & ~here) != 0;
    return parted == op.source->whenParted ? kAllLanes : 0;
}

/// `lanes` pass the guard.
bool ControlFlow::transfer(const Op& op, std::uint32_t pc, LaneMask lanes, WarpState& warp) {
    if (lanes == 0) {
        warp.stack.back().pc = pc + 1;
        settle(warp);
        return warp.runnable();
    }
    switch (op.control) {
        case Control::Barrier:
            switch (m_barriers.arrive(op, pc, warp)) {
                case Barriers::Arrival::GoesOn: break;
                case Barriers::Arrival::Waits: settle(warp); return false;
                case Barriers::Arrival::Wrong: return false;
            }
            break;
        case Control::Trap: return m_block.raise({Fault::Kind::Trap, pc, m_block.current, firstLane(lanes)});
        case Control::Exit:
            warp.stack.back().pc = pc + 1;
            warp.endLanes(lanes);
            break;
        case Control::Return: returnLanes(lanes, pc, warp); break;
        case Control::Call:
            if (!m_calls.call(op, pc, warp)) return false;
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

/// brx.idx: like a branch that goes more than two ways.
bool ControlFlow::branchByIndex(const Op& op, std::uint32_t pc, WarpState& warp) {
    const LaneMask running = warp.stack.back().mask;
    const LaneMask lanes = m_block.guardMask(op, running);
    const std::vector<std::uint32_t>& list = m_block.program->entry().branchLists[op.source->list];
    const auto* const index = m_block.machine.at<const std::uint32_t>(op.from[0]);
    std::vector<Way> ways;
    if (op.source->byAddress) {
        for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
            const unsigned lane = firstLane(rest);
            const std::uint32_t to =
                (index[lane] + static_cast<std::uint32_t>(op.offset)) / program::kInstructionSpacing;
            if (std::ranges::find(list, to) == list.end())
                return m_block.raiseMisuse(pc, lane, Message("simt.branch_address"_id, {{"address", index[lane]}}));
            addLane(ways, to, lane);
        }
    }
    for (LaneMask rest = op.source->byAddress ? 0 : lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = firstLane(rest);
        if (index[lane] >= list.size())
            return m_block.raiseMisuse(
                pc, lane, Message("simt.branch_index"_id, {{"index", index[lane]}, {"places", list.size()}}));
        addLane(ways, list[index[lane]], lane);
    }
    eachLane(running & ~lanes, [&](unsigned lane) { addLane(ways, pc + 1, lane); });
    for (Way& way : ways) way.loops = m_block.program->staysIn(op, way.to);
    if (ways.size() == 1) {
        go(ways[0].to, ways[0].loops, warp);
        return true;
    }
    ++m_block.machine.site(op).divergent;
    part(op, ways, warp);
    return true;
}

void ControlFlow::go(std::uint32_t to, std::uint32_t loops, WarpState& warp) {
    if (m_block.independent)
        LaneGroups::go(to, loops, warp);
    else
        ReconvergenceStack::go(to, loops, warp);
}

void ControlFlow::part(const Op& op, std::span<const Way> ways, WarpState& warp) {
    if (m_block.independent)
        m_groups.part(op, ways, warp);
    else
        m_stack.part(op, ways, warp);
}

/// These lanes of the running ones return from their function at `pc`; in the kernel that ends them.
void ControlFlow::returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp) {
    StackEntry& top = warp.stack.back();
    if (top.function == 0) {
        top.pc = pc + 1;
        warp.endLanes(lanes);
    } else if (m_block.independent) {
        m_groups.returnLanes(lanes, pc, warp);
    } else {
        m_stack.returnLanes(lanes, pc, warp);
    }
}

void ControlFlow::settleAll(WarpState& warp) {
    while ((m_block.independent ? m_groups.settle(warp) : m_stack.settle(warp)) == Settled::Returns)
        m_calls.leave(warp);
}

}  // namespace lanescope::simt
