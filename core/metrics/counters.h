// SPDX-License-Identifier: GPL-3.0-or-later
// Counters: metric id → value of one launch, each with where it is from.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/simt/counts.h"

namespace lanescope {

struct Kernel;
namespace simt {
struct LaunchReport;
}

/// Where a number is from. Every number on screen or in a file says so. Simulated is what a multiprocessor played
/// through cycle by cycle says of time; Estimated what a formula says.
enum class Origin { Measured, Replayed, Emulated, Simulated, Estimated, Published };
[[nodiscard]] std::string_view nameOf(Origin origin);  ///< "measured"

/// Metric id ("global_load_sectors") → value in the metric's unit. A metric without a value is absent, never 0
/// (an efficiency of a kernel that makes no such access, for example).
using Counters = std::map<std::string, double>;

/// The metrics that follow from the counts alone.
[[nodiscard]] Counters countersOf(const simt::LaunchCounts& counts);
/// All that the emulator tells of a launch of the kernel: those, instructions by class, operations by precision,
/// blocks, warps and shared memory.
[[nodiscard]] Counters countersOf(const Kernel& kernel, const simt::LaunchReport& launch);

/// The dictionary's ratios that follow from other counters, of those that are there; none of a whole of 0.
[[nodiscard]] Counters ratiosOf(const Counters& counters);
/// Takes the ratios away whose whole is 0: a ratio of nothing is no number.
void dropEmptyRatios(Counters& counters);

/// Several readings of the same launches as one: for each launch and metric the mean of the middle half of what was
/// read (the interquartile mean: of readings that come in two kinds a median tells now the one and now the other),
/// without those that are no number. What is the same each time stays as it is. Readings have the same number of
/// launches; empty of none.
[[nodiscard]] std::vector<Counters> middlesOf(const std::vector<std::vector<Counters>>& readings);

}  // namespace lanescope
