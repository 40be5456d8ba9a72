// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of the CPU alone are measured like those of a GPU, and need none.
#pragma once

#include "core/study/measurement.h"
#include "gpu/measure_options.h"

namespace lanescope {

/// Has the plan any step that is not the CPU's?
[[nodiscard]] bool needsGpu(const Plan& plan);

/// Time, parts and verdict of a plan of the CPU alone.
/// Errors: TooLarge, Cancelled, those of its tasks; Internal if it needs a GPU.
[[nodiscard]] Result<Measurement> measureOnHost(const Plan& plan, const MeasureOptions& options, const JobContext& job);

}  // namespace lanescope
