// SPDX-License-Identifier: GPL-3.0-or-later
// The memory fields of a StepRecord, from the lanes' address registers. Stepping and reading a log go through here, so
// that they cannot differ. Internal to core/simt.
#pragma once

#include <bit>

#include "core/simt/decode/op.h"

namespace lanescope::simt {

/// Sets the memory fields of `what` for the lanes in what.active; `registerOf(lane)` is the lane's address register,
/// sign-extended to 64 bits. `what` is otherwise as it is after construction.
template <typename RegisterOf>
void recordAccess(StepRecord& what, const Op& op, RegisterOf registerOf) {
    if (op.access == AccessKind::None) return;
    what.access = op.access;
    what.bytesPerLane = op.bytes;
    what.space = op.space;
    bool first = true;
    for (LaneMask rest = what.active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        std::uint64_t address = static_cast<std::uint64_t>(registerOf(lane)) + static_cast<std::uint64_t>(op.offset);
        if (op.space == program::Space::Generic) {
            // The space of the first lane's address stands for all.
            const bool shared = address - kSharedWindow < kWindowSize;
            const bool local = address - kLocalWindow < kWindowSize;
            if (first)
                what.space = shared ? program::Space::Shared : local ? program::Space::Local : program::Space::Global;
            if (shared && what.space == program::Space::Shared) address -= kSharedWindow;
            if (local && what.space == program::Space::Local) address -= kLocalWindow;
            first = false;
        }
        what.address[lane] = address;
    }
}

}  // namespace lanescope::simt
