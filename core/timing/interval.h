// SPDX-License-Identifier: GPL-3.0-or-later
// The same launch without a simulation: what each resource would take by itself, and the longest way through one block.
#pragma once

#include <array>

#include "core/timing/launch_setting.h"
#include "core/timing/machine_stream.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {

/// Cycles of the fullest multiprocessor.
struct IntervalTerms {
    double latency = 0;  ///< blocks one round after the other, each as long as its longest warps alone
    double issue = 0;
    double fp32 = 0;
    double alu = 0;
    double fp64 = 0;
    double sfu = 0;
    double requests = 0;  ///< of the load-store unit
    double l2 = 0;
    double dram = 0;
    double atomics = 0;
    double blocks = 0;  ///< until all have been launched
    double cold = 0;    ///< code that comes for the first time, before anything else

    /// All but `cold`, which comes before them.
    [[nodiscard]] std::array<double, 11> bounds() const;
    /// The fourth root of the sum of their fourth powers: what is as long as another hides behind it in part.
    [[nodiscard]] double together() const;
};

/// Errors: those of settingOf().
[[nodiscard]] Result<IntervalTerms> intervalOf(const LaunchSample& sample, std::optional<std::uint64_t> registers,
                                               const GpuSpec& gpu, const Parameters& parameters);

/// The same of a stream that is there. For tests.
[[nodiscard]] IntervalTerms intervalOf(const LaunchSample& sample, const MachineStream& stream,
                                       const LaunchSetting& setting, const Parameters& parameters);

}  // namespace lanescope::timing
