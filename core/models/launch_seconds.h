// SPDX-License-Identifier: GPL-3.0-or-later
// How long each launch of a program takes, simulated: for a timeline of the whole plan (core/timing/plan_timeline.h).
#pragma once

#include <vector>

#include "core/base/job_context.h"
#include "core/models/model_input.h"
#include "core/timing/step_times.h"

namespace lanescope {

/// By launch of `input`; of each its seconds with what launching it takes, or why nobody knows: the errors of
/// timing::parametersOf() and timing::simulate(), and ModelOutOfRange for one that was not sampled.
[[nodiscard]] std::vector<Result<timing::LaunchSeconds>> launchSecondsOf(const ModelInput& input, const GpuSpec& gpu,
                                                                         const JobContext& job);

}  // namespace lanescope
