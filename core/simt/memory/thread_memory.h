// SPDX-License-Identifier: GPL-3.0-or-later
// What a block's threads own besides registers: local memory, carry flags, stack pointers, the slots of calls, and
// copies that are still on their way. A value, like the rest of a block's state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::simt {

/// A cp.async on its way: what it read lands in shared memory when its thread waits for it.
struct AsyncCopy {
    std::uint32_t warp = 0;
    std::uint8_t lane = 0;
    std::uint8_t bytes = 0;
    std::uint32_t group = 0;   ///< of its thread: how many commit_groups came before
    std::uint64_t shared = 0;  ///< where to, in the block's shared memory
    std::array<std::byte, 16> data{};
    friend bool operator==(const AsyncCopy&, const AsyncCopy&) = default;
};

struct ThreadMemory {
    /// By warp: what lies behind the registers (Program::extraPlace): carry flags, stack pointers, slots.
    std::vector<std::byte> extras;
    /// By warp, then 4-byte word of a thread's local memory, then lane: as it lies in a GPU, the same word of all lanes
    /// side by side.
    std::vector<std::byte> local;
    std::vector<std::uint8_t> localInitialised;  ///< one flag for each of those words
    std::vector<AsyncCopy> copies;               ///< in the order of issue
    std::vector<std::uint32_t> groups;           ///< by thread: commit_groups so far; empty before the first copy
    std::uint64_t slept = 0;                     ///< nanoseconds of nanosleep; the clocks run on by them
    friend bool operator==(const ThreadMemory&, const ThreadMemory&) = default;
};

}  // namespace lanescope::simt
