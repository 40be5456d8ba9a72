// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope::program {

/// Where lanes that part at a block's end meet again.
struct Meeting {
    std::uint32_t block = 0;  ///< blocks.size() = the function's exit
    /// In how many of the loops around the block where they part lanes stay until they come here. Nobody waits for
    /// those that leave more of them (`break`).
    std::uint32_t depth = 0;
    friend bool operator==(const Meeting&, const Meeting&) = default;
};

/// A maximal run of instructions that is entered only at its first and left only at its last; a call ends one.
struct BasicBlock {
    std::uint32_t first = 0;                ///< index of the first instruction
    std::uint32_t end = 0;                  ///< one past the last
    std::vector<std::uint32_t> successors;  ///< blocks of the same function; its exit is blocks.size()
    std::vector<std::uint32_t> staysIn;     ///< by successor: how many of the loops around this block it is in, too
    std::vector<Meeting> meetings;          ///< the nearest first, each less deep than the one before; never empty
};

}  // namespace lanescope::program
