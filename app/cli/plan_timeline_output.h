// SPDX-License-Identifier: GPL-3.0-or-later
// What timeline prints of a whole plan.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/gpus/gpu_spec.h"
#include "core/plan/plan.h"
#include "core/study/spread.h"
#include "core/timing/plan_timeline.h"

namespace lanescope::cli {

struct PlanInTime {
    const Plan& plan;
    const GpuSpec& gpu;
    timing::PlanTimeline timeline;
    std::optional<Spread> spread;  ///< nothing where nobody has told it, or not all of its time is known
};

/// What its parts take, what host, ways and GPU do, and a line of characters for each of these.
[[nodiscard]] std::string planTimelineText(const PlanInTime& told);

/// Every step, and spans in seconds from when the plan begins: `most` at most, how many more there are is said.
[[nodiscard]] nlohmann::ordered_json planTimelineJson(const PlanInTime& told, std::size_t most);

}  // namespace lanescope::cli
