// SPDX-License-Identifier: GPL-3.0-or-later
// Counters: metric id → value of one launch, each with where it is from.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/simt/counts.h"

namespace lanescope {

/// Where a number is from. Every number on screen or in a file says so.
enum class Origin { Measured, Replayed, Emulated, Estimated, Published };
[[nodiscard]] std::string_view nameOf(Origin origin);  ///< "measured"

/// Metric id ("global_load_sectors") → value in the metric's unit. A metric without a value is absent, never 0
/// (an efficiency of a kernel that makes no such access, for example).
using Counters = std::map<std::string, double>;

/// The metrics of an emulated launch.
[[nodiscard]] Counters countersOf(const simt::LaunchCounts& counts);

}  // namespace lanescope
