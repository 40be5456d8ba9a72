// SPDX-License-Identifier: GPL-3.0-or-later
// How estimates are printed: as JSON, as a waterfall, as a table of models.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/plan/plan.h"

namespace lanescope::cli {

/// What one model said.
struct Answer {
    const Model* model = nullptr;
    Result<Estimate> estimate;
};

/// Of a program on a GPU.
struct Question {
    const Plan& plan;
    const GpuSpec& gpu;
    std::string counts;                ///< "lockstep"
    std::vector<std::string> changed;  ///< "clock=1e9": what if?
};

/// {"algorithm", "parameters", "gpu", "counts", "changed", "origin", "timed"}
[[nodiscard]] nlohmann::ordered_json questionToJson(const Question& question);
/// {"model", "seconds", "kernel_seconds", "terms" by name, "parts" by name, "assumptions", "out_of_range", "case",
/// "waterfall", "inputs"}
[[nodiscard]] nlohmann::ordered_json estimateToJson(const Estimate& estimate, const Model& model);

/// All of one estimate in words; with `why` its terms as a waterfall and everything that went in.
[[nodiscard]] std::string estimateText(const Estimate& estimate, const Model& model, const Question& question,
                                       bool why);
/// A line for each model.
[[nodiscard]] std::string answersText(const std::vector<Answer>& answers, const Question& question);

}  // namespace lanescope::cli
