// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of the CPU alone are measured like those of a GPU, and need none.
#pragma once

#include "core/study/measurement.h"
#include "gpu/stopwatch.h"

namespace lanescope {

/// Has the plan any step that is not the CPU's?
[[nodiscard]] bool needsGpu(const Plan& plan);

/// Time, parts and verdict of a plan of the CPU alone; `checkOperations` as checkResult() takes it.
/// Errors: TooLarge, Cancelled, those of its tasks; Internal if it needs a GPU.
[[nodiscard]] Result<Measurement> measureOnHost(const Plan& plan, const StopwatchOptions& options,
                                                std::uint64_t checkOperations, const JobContext& job);

}  // namespace lanescope
