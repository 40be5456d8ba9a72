// SPDX-License-Identifier: GPL-3.0-or-later
// What timeline prints of a whole plan.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/gpus/gpu_spec.h"
#include "core/plan/plan.h"
#include "core/timing/plan_timeline.h"

namespace lanescope::cli {

/// What its parts take, what host, ways and GPU do, and a line of characters for each of these.
[[nodiscard]] std::string planTimelineText(const Plan& plan, const GpuSpec& gpu, const timing::PlanTimeline& timeline);

/// Every step, and spans in seconds from when the plan begins: `most` at most, how many more there are is said.
[[nodiscard]] nlohmann::ordered_json planTimelineJson(const Plan& plan, const GpuSpec& gpu,
                                                      const timing::PlanTimeline& timeline, std::size_t most);

}  // namespace lanescope::cli
