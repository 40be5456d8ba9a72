// SPDX-License-Identifier: GPL-3.0-or-later
// How estimates are printed: as JSON, as a waterfall, as a table of models.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/documents/accuracy_claims.h"
#include "core/models/model.h"
#include "core/plan/plan.h"
#include "core/study/spread.h"

namespace lanescope::cli {

/// What one model said, and what document 004 claims of its accuracy for the algorithm.
struct Answer {
    const Model* model = nullptr;
    Result<Estimate> estimate;
    std::vector<AccuracyClaim> claims;
    std::optional<Spread> spread{};  ///< how far the model was off elsewhere, where that is known
    std::optional<RunCode> code{};   ///< what ran, of models that take that in
};

/// What can be said of each answer besides: its spread, and what ran for it. `changed`: ToldTime::changed.
void tell(std::vector<Answer>& answers, const ModelInput& input, const GpuSpec& gpu,
          const RecordedAccuracies& accuracies, bool unseen, bool changed);

/// Of a program on a GPU.
struct Question {
    const Plan& plan;
    const GpuSpec& gpu;
    std::string counts;                ///< "lockstep"
    std::vector<std::string> changed;  ///< "clock=1e9": what if?
};

/// {"algorithm", "parameters", "gpu", "counts", "changed", "timed"}
[[nodiscard]] nlohmann::ordered_json questionToJson(const Question& question);
/// {"model", "origin", "seconds", "kernel_seconds", "terms" by name, "parts" by name, "assumptions", "out_of_range",
/// "case", "bound", "spread" as below, "machine_code", "code", "waterfall", "inputs", "claims"}; without an estimate
/// {"model", "message", "claims"}
[[nodiscard]] nlohmann::ordered_json answerToJson(const Answer& answer);
/// For those who ask for no more: {"origin", "seconds", "terms" by name, "bound", "bound_text", "machine_code", "code",
/// "spread"}. `bound`: Estimate::bound, an id that stays, null of models without one; `bound_text`: in words.
[[nodiscard]] nlohmann::ordered_json answerInShort(const Answer& answer);
/// {"usual", "rare", "compared", "bound", "unseen", "machine_code", "gpu", "calibrated", "caution", "words"}, or null.
/// `gpu` is the one that was compared; `calibrated`: the one that was asked for is.
[[nodiscard]] nlohmann::ordered_json spreadToJson(const std::optional<Spread>& spread);

/// All of one estimate in words; with `why` its terms as a waterfall and everything that went in. The answer must be
/// one.
[[nodiscard]] std::string estimateText(const Answer& answer, const Question& question, bool why);
/// A line for each model, and below what is claimed of them.
[[nodiscard]] std::string answersText(const std::vector<Answer>& answers, const Question& question);

/// What models say, and what they would say if (`question.changed`) numbers were others: one line a model.
[[nodiscard]] std::string whatIfText(const std::vector<Answer>& now, const std::vector<Answer>& then,
                                     const Question& question);
/// {"algorithm", …, "what_if": [{"model", "origin", "seconds", "bound", "seconds_then", "bound_then", "ratio",
/// "machine_code", "code", "spread", "spread_then"}]}
[[nodiscard]] nlohmann::ordered_json whatIfJson(const std::vector<Answer>& now, const std::vector<Answer>& then,
                                                const Question& question);

}  // namespace lanescope::cli
