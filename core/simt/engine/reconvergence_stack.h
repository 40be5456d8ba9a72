// SPDX-License-Identifier: GPL-3.0-or-later
// Lockstep, as on GPUs before Volta: where the lanes of a warp are that parted, as a stack of who runs until where
// (StackEntry). The top runs. Changes the stack of the warp that it is given, and nothing else. Internal to core/simt.
#pragma once

#include <span>

#include "core/simt/engine/block.h"
#include "core/simt/engine/ways.h"

namespace lanescope::simt {

class ReconvergenceStack {
public:
    explicit ReconvergenceStack(const Block& block) : m_block(block) {}

    /// The running lanes go to `to` together, and stay in so many of the loops around the branch.
    static void go(std::uint32_t to, std::uint32_t loops, WarpState& warp);
    /// They go different ways and may meet again where the branch says. The first way runs first.
    void part(const Op& op, std::span<const Way> ways, WarpState& warp) const;
    /// Some of them return from the function that runs, at `pc`.
    void returnLanes(LaneMask lanes, std::uint32_t pc, WarpState& warp) const;
    /// Pops entries that have come to their reconvergence point, and ends lanes that run off the kernel's end.
    [[nodiscard]] Settled settle(WarpState& warp) const;
    /// Is there nothing to settle? Nearly always.
    [[nodiscard]] bool isSettled(const WarpState& warp) const {
        if (warp.stack.empty()) return true;
        const StackEntry& top = warp.stack.back();
        return top.pc != top.reconvergence && !(top.function == 0 && top.pc == m_block.kernelEnd) &&
               !m_block.program->ops()[top.pc].gathers;
    }

private:
    static void leaveLoops(const Way& way, WarpState& warp);
    bool othersComeFirst(const Op& op, WarpState& warp) const;
    static void letRun(std::size_t level, LaneMask lanes, WarpState& warp);

    const Block& m_block;
};

}  // namespace lanescope::simt
