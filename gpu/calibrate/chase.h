// SPDX-License-Identifier: GPL-3.0-or-later
// What the micro-benchmarks of memory have in common: the arrays of their kernels, and orders that nobody guesses.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/plan/plan.h"
#include "gpu/calibrate/rig.h"

namespace lanescope::chase {

// Arrays of a launch, by what they hold.
inline constexpr BufferId kCells = 0;  ///< what is read
inline constexpr BufferId kOrder = 1;
inline constexpr BufferId kBegin = 2;  ///< clock readings
inline constexpr BufferId kEnd = 3;
inline constexpr BufferId kSink = 4;
inline constexpr BufferId kFlush = 5;
inline constexpr BufferId kFlushSink = 6;

/// Makes them. `order` is of whole numbers; `threads` are those of the one block. Without `flushed` there is nothing to
/// flush the L2 cache with.
void allocate(Rig& rig, std::uint64_t cellBytes, std::uint64_t order, std::uint64_t threads, bool flushed);

/// 0 … count - 1 in an order that no prefetcher guesses, the same every time.
[[nodiscard]] std::vector<std::uint32_t> shuffled(std::uint64_t count);

}  // namespace lanescope::chase
