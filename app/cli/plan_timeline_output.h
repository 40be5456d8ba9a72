// SPDX-License-Identifier: GPL-3.0-or-later
// What timeline prints of a whole plan.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/gpus/gpu_spec.h"
#include "core/run/plan_in_time.h"
#include "core/study/spread.h"

namespace lanescope::cli {

struct ToldPlan {
    const PlanInTime& plan;
    const GpuSpec& gpu;
    RunCode code;
    std::optional<Spread> spread;  ///< nothing where nobody has told it, or not all of its time is known
};

/// What its parts take, what host, ways and GPU do, and a line of characters for each of these.
[[nodiscard]] std::string planTimelineText(const ToldPlan& told);

/// Every step, and spans in seconds from when the plan begins: `most` at most, how many more there are is said.
[[nodiscard]] nlohmann::ordered_json planTimelineJson(const ToldPlan& told, std::size_t most);

}  // namespace lanescope::cli
