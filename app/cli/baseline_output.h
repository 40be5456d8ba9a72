// SPDX-License-Identifier: GPL-3.0-or-later
// --baseline: a configuration that what is printed is held against.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/cli/estimate_output.h"
#include "core/algorithms/algorithm.h"
#include "core/baseline/baseline.h"

namespace lanescope::cli {

inline constexpr const char* kBaselineHelp =
    "Hold it against another configuration: \"[ALGORITHM] name=value …\" in quotes; what is not given is as in this "
    "one";

/// The plan of what `words` name: an algorithm, or none for that of `like`, and values. What is not given is as in
/// `like`, as far as the algorithm has it. Errors: those of the words and of planFor().
[[nodiscard]] Result<Plan> baselinePlan(const std::string& words, const Catalogue& catalogue, const Plan& like);

/// Launch by launch what the emulator counted of both. {"algorithm", "parameters", "launches": [{"launch", "sampled",
/// "counters": id → {"baseline", "value", "percent" or "points"}}]}
[[nodiscard]] nlohmann::ordered_json differencesJson(const Emulation& baseline, const Emulation& run);
/// The same as tables, without what is equal.
[[nodiscard]] std::string differencesText(const Emulation& baseline, const Emulation& run);

/// Of the same models, in the same order. {"algorithm", "parameters", "estimates": model → {"baseline", "value",
/// "percent"}, or {"message"} where one of both is none}
[[nodiscard]] nlohmann::ordered_json differencesJson(const Plan& plan, const std::vector<Answer>& baseline,
                                                     const std::vector<Answer>& answers);
/// A line for each model.
[[nodiscard]] std::string differencesText(const Plan& plan, const std::vector<Answer>& baseline,
                                          const std::vector<Answer>& answers);

}  // namespace lanescope::cli
