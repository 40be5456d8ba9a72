// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of the warps goes, by line of the CUDA source.
#pragma once

#include <vector>

#include "core/program/module.h"
#include "core/timing/multiprocessor.h"

namespace lanescope::timing {

struct LineTime {
    std::uint32_t line = 0;                 ///< 1-based; 0: instructions that have none
    std::array<double, kReasons> cycles{};  ///< of all warps, by reason
    [[nodiscard]] double all() const;
    /// What its warps wait for longest; Issuing if they never wait.
    [[nodiscard]] Reason longest() const;
};

/// The line that takes most first. Empty if nobody asked for intervals. `entry` is the one that ran.
[[nodiscard]] std::vector<LineTime> timeByLine(const MultiprocessorRun& run, const program::Module& module,
                                               const program::Entry& entry);

}  // namespace lanescope::timing
