// SPDX-License-Identifier: GPL-3.0-or-later
// How long one launch takes that was simulated by itself: with what launching takes, how far that may be off, and what
// ran.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/models/model_input.h"
#include "core/study/spread.h"
#include "core/timing/simulation.h"

namespace lanescope::cli {

struct LaunchTime {
    double seconds = 0;            ///< with `start`, as events around it would measure it
    double start = 0;              ///< seconds: what launching it takes; less behind another launch
    std::string bound;             ///< Estimate::bound
    std::string boundText;         ///< the same in words
    std::optional<Spread> spread;  ///< nothing where nobody has told it, or could: what a profiler replays is not timed
    RunCode code;
};

/// `number`: of the launch in its plan. `unseen`: its kernel is not the catalogue's.
[[nodiscard]] LaunchTime launchTimeOf(const ModelInput& input, std::size_t number, const timing::Simulated& simulated,
                                      const GpuSpec& gpu, const timing::Parameters& parameters, bool unseen);

/// Lines.
[[nodiscard]] std::string describe(const LaunchTime& time);
/// Adds {"seconds", "launch_seconds", "bound", "bound_text", "machine_code", "code", "spread" as estimate has it}.
void addTo(nlohmann::ordered_json& json, const LaunchTime& time);

}  // namespace lanescope::cli
