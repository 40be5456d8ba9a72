// SPDX-License-Identifier: GPL-3.0-or-later
// How a launch lies on a GPU: what the simulation and the interval model both begin with.
#pragma once

#include <cstdint>
#include <optional>

#include "core/gpus/gpu_spec.h"
#include "core/timing/launch_sample.h"
#include "core/timing/memory_servers.h"
#include "core/timing/warm_shares.h"

namespace lanescope::timing {

/// Taken where nobody tells the registers of a thread.
inline constexpr std::uint64_t kUsualRegisters = 32;

struct LaunchSetting {
    std::uint64_t registersPerThread = kUsualRegisters;
    std::uint64_t resident = 1;  ///< blocks at a time on one multiprocessor
    double blocks = 1;           ///< of the fullest multiprocessor
    double active = 1;           ///< multiprocessors with blocks
    double l1Bytes = 0;          ///< that shared memory leaves
    double work = 1;             ///< of a mean block, over what the sampled ones did in full
    double sampledShare = 1;     ///< of the fullest multiprocessor's work, what was sampled
    double written = 0;          ///< sectors that all blocks together store
    WarmShares warm;             ///< of what earlier launches of the plan have touched
    Sharing sharing;
};

/// Error: InvalidLaunch when the GPU cannot run such a block.
[[nodiscard]] Result<LaunchSetting> settingOf(const LaunchSample& sample, std::optional<std::uint64_t> registers,
                                              const GpuSpec& gpu, const Parameters& parameters);

}  // namespace lanescope::timing
