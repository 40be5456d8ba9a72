// SPDX-License-Identifier: GPL-3.0-or-later
// The quantities that a GpuSpec can hold: the one table of their ids, units and meanings.
#pragma once

#include <span>
#include <string_view>

namespace lanescope {

struct GpuQuantity {
    std::string_view id;
    std::string_view unit;  ///< "", "B", "B/s", "Hz", "s", "1/s", "cycles"; all of a GPU's cycles are those of `clock`
    std::string_view meaning;
    bool whole = false;  ///< a count or a number of bytes
};

/// In the order in which they are listed: limits, rates of the board, latencies, costs, throughputs, bandwidths.
[[nodiscard]] std::span<const GpuQuantity> gpuQuantities();
/// Nothing for an id that is no quantity's.
[[nodiscard]] const GpuQuantity* findGpuQuantity(std::string_view id);

}  // namespace lanescope
