// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a plan is emulated so that nobody waits long.
#pragma once

#include "core/run/emulation.h"

namespace lanescope {

/// Corners, edges and the inside of a grid: a smaller sample would leave kinds of blocks out.
inline constexpr std::uint64_t kFewestBlocks = 9;

/// How a plan is to be emulated so that it is done in about a second: whole while it is small, else by a sample.
[[nodiscard]] EmulationOptions quickOptions(const Plan& plan);
/// Whether quickOptions() keeps a plan quick: one block that does all the work cannot be sampled.
[[nodiscard]] bool isQuick(const Plan& plan);
/// The same for counts alone, where nobody looks at the result: fewer blocks of large grids.
[[nodiscard]] EmulationOptions countingOptions(const Plan& plan);

}  // namespace lanescope
