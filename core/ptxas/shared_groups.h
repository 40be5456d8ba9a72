// SPDX-License-Identifier: GPL-3.0-or-later
// Which neighbouring accesses to shared memory ptxas joins into one of 8 or 16 bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/dataflow.h"
#include "core/ptx/module.h"

namespace lanescope::ptxas {

/// Loads, or stores, of one basic block that become one machine instruction.
struct SharedGroup {
    std::uint32_t head = 0;              ///< the one with the lowest address
    std::uint32_t bytes = 0;             ///< of the joined access: 8 or 16
    std::vector<std::uint32_t> members;  ///< the head too, by address
};

/// Joined are unguarded, non-volatile accesses of the same base register whose offsets fill an aligned window of 8 or
/// 16 bytes, where the base is provably as aligned. Between loads lies no store to shared memory, between stores no
/// other access to it, and between either no barrier, no atomic, and no new value in the base. Found by looking at
/// machine code of ptxas 13.0 for sm_90; a group is what it does, not what it could do.
[[nodiscard]] std::vector<SharedGroup> sharedGroups(const ptx::Entry& entry, const ptx::Dataflow& flow);

}  // namespace lanescope::ptxas
