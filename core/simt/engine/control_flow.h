// SPDX-License-Identifier: GPL-3.0-or-later
// Executes the instructions that have no handler: branches, calls, returns, ends, barriers, traps. Which lanes run when
// they part it leaves to the policy: ReconvergenceStack or LaneGroups. Internal to core/simt.
#pragma once

#include "core/simt/engine/barriers.h"
#include "core/simt/engine/calls.h"
#include "core/simt/engine/reconvergence_stack.h"

namespace lanescope::simt {

class ControlFlow {
public:
    ControlFlow(Block& block, const LaneGroups& groups, Calls& calls, Barriers& barriers)
        : m_block(block), m_stack(block), m_groups(groups), m_calls(calls), m_barriers(barriers) {}

    /// Executes instruction `pc` of the current warp; false if the warp stops here (ended, waits, or Block::wrong).
    /// After a fault the warp is still at the instruction.
    bool execute(const Op& op, std::uint32_t pc, WarpState& warp);
    /// The running lanes have come to another instruction: what they must do before they can execute it.
    void settle(WarpState& warp) {
        if (m_block.independent || !m_stack.isSettled(warp)) settleAll(warp);
    }

private:
    bool transfer(const Op& op, std::uint32_t pc, LaneMask lanes, WarpState& warp);
    bool branch(const Op& op, std::uint32_t pc, LaneMask taken, WarpState& warp);
    [[nodiscard]] LaneMask alsoAsked(const Op& op, const WarpState& warp) const;
    bool branchByIndex(const Op& op, std::uint32_t pc, WarpState& warp);
    void go(std::uint32_t to, std::uint32_t loops, WarpState& warp);
    void part(const Op& op, std::span<const Way> ways, WarpState& warp);
    void returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp);
    void settleAll(WarpState& warp);

    Block& m_block;
    ReconvergenceStack m_stack;
    const LaneGroups& m_groups;
    Calls& m_calls;
    Barriers& m_barriers;
};

}  // namespace lanescope::simt
