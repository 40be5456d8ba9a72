// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of device functions, direct and through pointers, and recursion. Moves arguments and results between slots and
// the stack pointers of the lanes that call, and gives each call its frame on the warp's stack. Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/engine/device_runtime.h"
#include "core/simt/engine/lane_groups.h"

namespace lanescope::simt {

class Calls {
public:
    Calls(Block& block, const LaneGroups& groups, DeviceRuntime& runtime)
        : m_block(block), m_groups(groups), m_runtime(runtime) {}

    /// The current warp calls, at `pc`; false after a fault.
    bool call(const Op& op, std::uint32_t pc, WarpState& warp);
    /// The running lanes' function has ended; they go on in the one that called it.
    void leave(WarpState& warp);

private:
    bool findCallees(const Op& op, std::uint32_t pc, LaneMask lanes, std::vector<Way>& ways);
    bool fitsStack(std::uint32_t callee, std::uint32_t pc, LaneMask lanes, const WarpState& warp);
    void enter(std::uint32_t caller, std::uint32_t callee, std::uint32_t pc, LaneMask lanes, WarpState& warp);
    void moveStackPointer(LaneMask lanes, std::int64_t bytes);
    void saveActivation(const program::Function& function, LaneMask lanes, WarpState& warp);
    void restoreActivation(const program::Function& function, LaneMask lanes, WarpState& warp);
    void copySlot(std::uint32_t from, std::uint32_t to, unsigned lane);
    [[nodiscard]] std::byte* slot(std::uint32_t slot, unsigned lane) {
        return m_block.threads.slot(m_block.current, slot, lane);
    }

    Block& m_block;
    const LaneGroups& m_groups;
    DeviceRuntime& m_runtime;
};

}  // namespace lanescope::simt
