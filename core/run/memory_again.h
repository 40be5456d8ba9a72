// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that a launch of a plan finds, had by running what comes before it once more.
#pragma once

#include "core/simt/emulator.h"

namespace lanescope {

/// Runs the plan up to launch number `launch`. The run is the one that `options` made before: its observer is not
/// asked. Errors: those of the run; Cancelled.
[[nodiscard]] Result<simt::DeviceMemory> memoryBefore(const Plan& plan, std::size_t launch,
                                                      simt::EmulatorOptions options, const JobContext& job);

}  // namespace lanescope
