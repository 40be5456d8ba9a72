// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison comes to, in numbers and in words: who is faster and by how much, and how near the best model
// comes. By rules from the series, whatever is compared.
#pragma once

#include <QString>

#include "widgets/charts/comparison.h"

namespace lanescope {

/// The first item beside the first other one that was measured alike: on the same machine, in the same way.
struct SpeedFact {
    std::size_t other = 0;  ///< item that item 0 is beside
    // where x is largest
    std::uint64_t lastX = 0;
    double lastRatio = 1;      ///< time of the other over that of item 0
    bool lastIsEqual = false;  ///< their quartiles overlap
    // where each is best; nothing: nowhere faster than the quartiles tell apart
    std::optional<std::pair<std::uint64_t, double>> saved;         ///< x, and the share of the other's time
    std::optional<std::pair<std::uint64_t, double>> savedByOther;  ///< the same, turned round
};

/// The drawn model in range that is off by least, at its worst, of item 0.
struct ModelFact {
    std::size_t model = 0;  ///< place in models()
    double least = 0;       ///< signed errors: shares
    double most = 0;
    std::uint64_t from = 0;
    bool whileFull = false;  ///< of the points alone at which all GPU is used
    [[nodiscard]] double worst() const;
};

struct ComparisonFacts {
    std::optional<SpeedFact> speed;
    std::optional<ModelFact> model;
    std::vector<ModelFact> models;  ///< all that are drawn and in range, of the same points; ascending worst()
};
[[nodiscard]] ComparisonFacts factsOf(const ComparisonInput& input);

/// The numbers beside the chart.
[[nodiscard]] std::vector<ChartFigure> figuresOf(const ComparisonInput& input, const ComparisonFacts& facts);

/// Where along x the launches of all items have fewer blocks than the GPU can hold at once. Empty if nothing is known
/// of it, if all fill it, or if it changes more than once.
[[nodiscard]] std::vector<ChartSpan> spansOf(const ComparisonInput& input);

/// One sentence or two that say what is to be seen; at most some 120 letters.
[[nodiscard]] QString factSentence(const ComparisonInput& input, const ComparisonFacts& facts);
/// What goes on from it: which model, how far off, and where else it is other.
[[nodiscard]] QString factDetail(const ComparisonInput& input, const ComparisonFacts& facts);

/// "from n = 1 024 on"
[[nodiscard]] QString fromWords(const ComparisonInput& input, const ModelFact& fact);

/// labelOf() without the family that all items have in common: "tiled".
[[nodiscard]] std::string shortLabelOf(const ComparisonInput& input, std::size_t item);

}  // namespace lanescope
