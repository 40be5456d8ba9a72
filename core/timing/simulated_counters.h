// SPDX-License-Identifier: GPL-3.0-or-later
// Counters that depend on time and caches, as a profiler would read them of a launch that was simulated.
#pragma once

#include "core/metrics/counters.h"
#include "core/timing/simulation.h"

namespace lanescope::timing {

/// By the dictionary's ids and in its units: achieved_occupancy and issue_slot_utilization, of cycles in which a
/// multiprocessor (a scheduler) has warps, from where a block is set up on; l1_hit_rate, l2_hit_rate, dram_read_bytes
/// and dram_write_bytes of the whole launch, with an L2 that holds nothing before and loses no buffer that fits into
/// it. What the launch does not have (a rate of no access) is left out, and so are writes where blocks were cut.
[[nodiscard]] Counters countersOf(const Simulated& simulated, const LaunchSample& sample, const GpuSpec& gpu);

}  // namespace lanescope::timing
