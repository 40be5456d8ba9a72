// SPDX-License-Identifier: GPL-3.0-or-later
// What if the GPU, or the launch, were another: numbers that are changed before a launch is simulated once more.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/gpus/gpu_spec.h"
#include "core/timing/launch_sample.h"

namespace lanescope::timing {

/// "2x": so many times what it is; "64": that.
struct Amount {
    double value = 1;
    bool times = false;
    [[nodiscard]] double of(double now) const { return times ? now * value : value; }
    friend bool operator==(const Amount&, const Amount&) = default;
};

struct WhatIf {
    std::map<std::string, Amount> quantities;  ///< of the GPU, by id (core/gpus)
    /// Hz. What lies beyond the multiprocessors' clock keeps its time: DRAM, pages, code that comes from there. L2 and
    /// the launch of blocks go with the clock.
    std::optional<Amount> clock;
    std::optional<Amount> registers;                ///< of a thread
    std::optional<Amount> shared;                   ///< bytes of a block
    std::map<std::string, std::string> parameters;  ///< what is none of these: the program's, "block" → "32"

    /// Of the GPU, or of the launch: else it is another configuration, and no more.
    [[nodiscard]] bool changesNumbers() const { return !quantities.empty() || clock || registers || shared; }
    /// Samples are of blocks as so many multiprocessors get them, and of one program: is another one needed?
    [[nodiscard]] bool needsAnotherRun() const { return !parameters.empty() || quantities.contains("sm_count"); }
};

/// Of "dram_bandwidth=2x", "clock=1.4e9", "registers=64", "block=32". Error: IllegalValue, for what is no number above
/// 0 where one is needed, or has no "=".
[[nodiscard]] Result<WhatIf> whatIfFrom(std::span<const std::string> words);

/// Is every name one that the GPU or the program has? Error: IllegalValue with all that there are, for one that is
/// none. `parameters`: names of the program's.
[[nodiscard]] Result<void> checkNames(const WhatIf& what, const GpuSpec& gpu, std::span<const std::string> parameters);

/// The GPU with other numbers, which then say so. Error: IllegalValue for a quantity that it has not.
[[nodiscard]] Result<GpuSpec> changed(const GpuSpec& gpu, const WhatIf& what);

/// The launch with other resources: its sample, and the registers of a thread that are known.
[[nodiscard]] LaunchSample changed(const LaunchSample& sample, const WhatIf& what);
[[nodiscard]] std::optional<std::uint64_t> changed(std::optional<std::uint64_t> registers, const LaunchSample& sample,
                                                   const WhatIf& what);

}  // namespace lanescope::timing
