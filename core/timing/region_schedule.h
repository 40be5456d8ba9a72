// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a region's instructions, as ptxas chooses it. Private to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "core/timing/machine_stream.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {

/// An instruction before it has a place: ops that it waits for come earlier in program order.
struct Unplaced {
    Op op;
    std::vector<std::uint16_t> waits;   ///< for values
    std::vector<std::uint16_t> behind;  ///< memory and control: it stays behind these
    std::vector<std::uint32_t> registers;
    std::uint8_t words = 0;  ///< 32-bit registers of its result
    bool load = false;       ///< from memory that a multiprocessor does not have
};

/// Positions in the order of issue. List scheduling: of those whose operands are there the one with the longest way to
/// the end, one a cycle. Values that are alive and loads under way take registers of `registersPerThread`; where none
/// fits, the next in program order goes.
[[nodiscard]] std::vector<std::uint16_t> scheduled(const std::vector<Unplaced>& ops, std::uint64_t registersPerThread,
                                                   const Parameters::Order& by);

}  // namespace lanescope::timing
