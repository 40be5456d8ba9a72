// SPDX-License-Identifier: GPL-3.0-or-later
// Counters that depend on time and on caches, as a model says them, beside those that a recording has: achieved
// occupancy, issue slots, hit rates, bytes of device memory.
#pragma once

#include <string>
#include <vector>

#include "core/validation/error_table.h"

namespace lanescope {

/// One counter of one launch.
struct TimedCounter {
    std::string model;
    std::string algorithm;
    Parameters parameters;
    std::size_t launch = 0;  ///< of the plan, from 0
    std::string counter;     ///< metric id
    double measured = 0;
    double estimated = 0;
    /// Of rates of hits, how many hundredths of all accesses; of all others a share of what was measured. Below 0: the
    /// model says less.
    double difference = 0;
};

/// One counter as one model says it, over all launches.
struct TimedCounterRow {
    std::string model;
    std::string counter;
    std::size_t compared = 0;
    std::size_t within10 = 0;     ///< the difference is at most 10 %, or 0.1 of all accesses
    double medianDifference = 0;  ///< of the differences without their sign
    double p95Difference = 0;
    double signedMedian = 0;
};

struct TimedCounters {
    std::vector<TimedCounter> all;      ///< in the order of the points
    std::vector<TimedCounterRow> rows;  ///< by model and counter
    /// Configurations that were not compared because each launch was replayed by itself for its counters, as old
    /// recordings have them: what it found in the caches depends on what ran before, which no recording tells.
    std::size_t otherwiseCounted = 0;
};

/// Of the points of an error table whose plans have as many launches as were counted. What a GPU reads and writes for
/// itself is up to a megabyte: bytes of device memory below that on both sides are not compared, nor are L2's hits of
/// launches that touch less.
[[nodiscard]] TimedCounters timedCountersOf(const std::vector<ErrorPoint>& points);

}  // namespace lanescope
