// SPDX-License-Identifier: GPL-3.0-or-later
// Which models are worth drawing: what their errors were over a recording, and whether they may be believed here.
#pragma once

#include "widgets/charts/comparison.h"

namespace lanescope {

/// How a model stands for one configuration.
struct ModelStanding {
    std::size_t model = 0;              ///< place in models()
    std::optional<double> medianError;  ///< of the absolute errors, a share; nothing: none are known
    std::size_t compared = 0;           ///< configurations that this is of
    std::string reason;                 ///< why it should not be believed here; empty if it may be
    bool answered = false;              ///< it has an estimate
    /// It has an estimate that may be believed.
    [[nodiscard]] bool inRange() const { return answered && reason.empty(); }
};

/// Of the chosen configuration, by errors: the best first, those of which nothing is known last. The errors are those
/// over the recording (ComparisonInput::accuracy), else those of what is shown. What is said at x counts; as long as
/// nothing is known there, what is said at the nearest x.
[[nodiscard]] std::vector<ModelStanding> standingsOf(const ComparisonInput& input, std::uint64_t x);

/// Ids of the first `most` that are in range.
[[nodiscard]] std::set<std::string, std::less<>> bestModels(const std::vector<ModelStanding>& standings,
                                                            std::size_t most);

/// "Volkov 2016": the title without what stands in brackets.
[[nodiscard]] std::string shortModelName(std::size_t model);

}  // namespace lanescope
