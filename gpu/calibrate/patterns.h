// SPDX-License-Identifier: GPL-3.0-or-later
// What micro-benchmarks of patterns have in common: their arrays, where their threads begin, and what a round takes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/plan/plan.h"
#include "gpu/calibrate/rig.h"

namespace lanescope::patterns {

inline constexpr std::uint64_t kThreads = 1024;  ///< of a block
inline constexpr std::uint64_t kWarps = kThreads / 32;
inline constexpr std::uint64_t kApart = 4096;  ///< bytes from a step to the next, as calibrate_patterns.cu has it

// Arrays of a launch, by what they hold.
inline constexpr BufferId kCells = 0;
inline constexpr BufferId kOffsets = 1;
inline constexpr BufferId kBegin = 2;  ///< clock readings
inline constexpr BufferId kEnd = 3;
inline constexpr BufferId kSink = 4;
inline constexpr BufferId kMoving = 5;

/// Makes them for up to so many blocks of kThreads. Cells are 0.
void allocate(Rig& rig, std::uint64_t cellBytes, std::uint64_t blocks, std::uint64_t movingBytes = 0);

/// At which byte each thread of so many blocks begins.
void place(Rig& rig, std::uint64_t blocks,
           const std::function<std::uint32_t(std::uint32_t block, std::uint32_t thread)>& offset);

/// Cycles of one more round, by a longer and a shorter run of launch(rounds).
[[nodiscard]] double roundCycles(Rig& rig, int few, int many, const std::function<Launch(int rounds)>& launch);

}  // namespace lanescope::patterns
