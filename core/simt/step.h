// SPDX-License-Identifier: GPL-3.0-or-later
// The vocabulary of execution: what one warp did in one instruction.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/program/module.h"

namespace lanescope::simt {

inline constexpr unsigned kWarpSize = 32;

/// A thread's stack as CUDA gives it by default (cudaLimitStackSize).
inline constexpr std::uint32_t kDefaultStackBytes = 1024;

/// Bit i is lane i of a warp.
using LaneMask = std::uint32_t;

/// The lowest lane of a mask that has one.
[[nodiscard]] constexpr unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// Most masks are full; and without an instruction that counts bits, which not every machine has, std::popcount is a
/// call.
[[nodiscard]] constexpr unsigned lanesIn(LaneMask mask) {
    if (~mask == 0) return kWarpSize;
    mask -= mask >> 1 & 0x55555555U;
    mask = (mask & 0x33333333U) + (mask >> 2 & 0x33333333U);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0fU;
    return (mask * 0x01010101U) >> 24;
}

/// Calls f with each lane of the mask, ascending.
template <typename F>
void eachLane(LaneMask mask, F f) {
    for (LaneMask rest = mask; rest != 0; rest &= rest - 1) f(static_cast<unsigned>(std::countr_zero(rest)));
}

enum class AccessKind : std::uint8_t { None, Load, Store, Atomic };

/// Which lanes of a warp run when they part ways.
enum class Scheduling : std::uint8_t {
    ReconvergenceStack,  ///< lockstep, as GPUs before Volta: one side of a branch, then the other, then both together
    IndependentThreads   ///< as GPUs since Volta: all sides get on, and meet again where that takes no one's progress
};

/// One executed warp instruction. `active` are the lanes that did it: the warp's current mask and the guard predicate.
struct StepRecord {
    std::uint32_t warp = 0;         ///< within its block
    std::uint32_t instruction = 0;  ///< index into program::Entry::instructions
    LaneMask active = 0;
    // memory instructions only
    AccessKind access = AccessKind::None;
    program::Space space = program::Space::Generic;  ///< Global, Shared or Local, resolved
    std::uint8_t bytesPerLane = 0;
    std::array<std::uint64_t, kWarpSize>
        address{};  ///< of active lanes; shared ones are offsets in the block's shared memory
};

}  // namespace lanescope::simt
