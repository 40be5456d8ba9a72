// SPDX-License-Identifier: GPL-3.0-or-later
// A launch in time: its sampled blocks on one multiprocessor, and from them to all blocks.
#pragma once

#include <stop_token>
#include <string>

#include "core/timing/launch_setting.h"
#include "core/timing/multiprocessor.h"

namespace lanescope::timing {

struct Simulated {
    double cycles = 0;  ///< of the whole launch, from its first block; what a launch itself takes is not in it
    double even = 0;    ///< what it would take if all multiprocessors had as much to do
    /// Of one block more, where not all of the multiprocessor's were sampled; else 0.
    double eachBlock = 0;
    double eachAtOnce = 0;  ///< the same if the next block came as soon as one has ended; 0: no other than eachBlock
    double byConvoy = 1;    ///< times what this multiprocessor by itself would take (core/timing/convoy)
    LaunchSetting setting;
    MultiprocessorRun run;
    /// Where its last round is not full: all blocks of the multiprocessor, each as far as the sampled ones were kept.
    /// Without blocks where these tell it.
    MultiprocessorRun all;
    /// Of counted launches, of a multiprocessor that has as many blocks like LaunchSample::lightest; may be empty.
    std::vector<BlockTime> lightest;
    double instructions = 0;  ///< of machine code, of the fullest multiprocessor, all its blocks
};

struct SimulationOptions {
    std::size_t intervals = 0;  ///< how many are kept of MultiprocessorRun::intervals
    /// As a profiler counts it, which runs a launch again and again: its code is there, and so is what it reads, as far
    /// as L2 keeps that much.
    bool replayed = false;
    /// As a profiler counts it where it runs all launches of a plan again and again, each time with the caches as they
    /// are when the plan is timed: the code is there.
    bool counted = false;
    std::stop_token stop{};
};

/// Why no multiprocessor can be simulated by itself; a sentence's second half.
[[nodiscard]] const std::string& whyNotByItself(ByItself how);

/// Errors: ModelOutOfRange where no multiprocessor can be simulated by itself; those of settingOf(); Cancelled.
[[nodiscard]] Result<Simulated> simulate(const LaunchSample& sample, std::optional<std::uint64_t> registers,
                                         const GpuSpec& gpu, const Parameters& parameters,
                                         const SimulationOptions& how = {});

}  // namespace lanescope::timing
