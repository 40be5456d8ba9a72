// SPDX-License-Identifier: GPL-3.0-or-later
// A model's answer, a term of it, and a number that went in, as rich text. Links: "input:SYMBOL", "metric:ID",
// "gpu:ID".
#pragma once

#include <QString>

#include "widgets/panels/models_panel.h"

namespace lanescope {

/// "of the GPU", "counted", …
[[nodiscard]] QString fromWords(EstimateInput::From from);

[[nodiscard]] QString measurementHtml(const Measurement& measurement);
[[nodiscard]] QString modelHtml(const Model& model, const Result<Estimate>& answer, const ModelsInput& input);
[[nodiscard]] QString termHtml(const EstimateTerm& term, const MeasuredPart* measured);
[[nodiscard]] QString partHtml(const MeasuredPart& part);
[[nodiscard]] QString inputHtml(const EstimateInput& input, const ModelsInput& all);

}  // namespace lanescope
