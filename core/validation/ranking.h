// SPDX-License-Identifier: GPL-3.0-or-later
// Does a model choose the right size of a block? Of configurations that differ in it alone, the one that the model says
// is quickest is held against the one that was measured as such.
#pragma once

#include <string>
#include <vector>

#include "core/validation/error_table.h"

namespace lanescope {

/// One choice of a model, among the sizes that were measured and estimated.
struct RankedChoice {
    std::string model;
    std::string algorithm;
    std::string family;
    Parameters parameters;      ///< that all have
    std::size_t sizes = 0;      ///< at least 2
    std::string measuredBest;   ///< size of a block, as the parameter says it
    std::string estimatedBest;  ///< likewise; of equal estimates the first in the recording's order
    double loss = 0;  ///< measured time of the estimated best over the least measured, less 1: 0.05 = 5 % longer
};

/// One model over one family, or over all.
struct RankingRow {
    std::string model;
    std::string family;       ///< empty = all
    std::size_t choices = 0;  ///< groups of configurations
    std::size_t right = 0;    ///< the measured best was chosen
    std::size_t within5 = 0;  ///< the loss is at most 5 %
    double medianLoss = 0;    ///< shares, as RankedChoice::loss
    double p95Loss = 0;
    double worstLoss = 0;
};

struct Ranking {
    std::vector<RankedChoice> choices;  ///< by model, in the order of the points
    std::vector<RankingRow> rows;       ///< by model, first over all, then by family
};

/// From the points of an error table. Algorithms without a block's size (Algorithm::blockSpec()), and configurations
/// that were measured with one size alone, do not count.
[[nodiscard]] Ranking rankingOf(const std::vector<ErrorPoint>& points, const Catalogue& catalogue);

}  // namespace lanescope
