// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bytes go: what a launch moves at each level of memory, with hit rates. Shared memory counts whole
// wavefronts of 128 bytes, the caches whole sectors of 32. What crosses to L2 is what L1 misses, all stores and atomic
// operations; without counters of hardware nothing is known of caches, and the chart says so.
#pragma once

#include <optional>
#include <vector>

#include "core/rules/resources.h"

namespace lanescope::rules {

/// A number, or why there is none.
struct Amount {
    std::optional<Fact> fact;
    Message words;  ///< what it is computed from; without a number: why there is none
};

struct LevelTraffic {
    Resource level = Resource::Dram;
    Amount read;     ///< bytes
    Amount written;  ///< bytes
    Amount total;    ///< bytes; of device memory without counters the least that it can be
    Amount hits;     ///< %; only of L1 and L2
};

/// Of each of memoryLevels(), in that order.
[[nodiscard]] std::vector<LevelTraffic> memoryChart(const LaunchFacts& facts);

}  // namespace lanescope::rules
