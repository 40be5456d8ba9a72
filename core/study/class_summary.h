// SPDX-License-Identifier: GPL-3.0-or-later
// What a class's results come to: how far the files lie apart, which lie outside, and which configuration is the best
// of each algorithm, size and GPU, and how sure that is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/study/class_folder.h"

namespace lanescope {

/// One configuration on one GPU, by all files that have it. Copies and wrong results do not count.
struct ClassSpread {
    std::string algorithm;
    std::string where;
    Parameters fixed;                   ///< size, type and operation: what is computed
    Parameters chosen;                  ///< the rest: how
    std::vector<std::size_t> results;   ///< of ClassFolder, fastest first
    std::vector<std::size_t> outliers;  ///< those of them that lie outside
    std::vector<std::size_t> apart;     ///< copies and wrong results
    Quartiles seconds;                  ///< of the files' medians; of one file: of its samples
};

/// The best of what differs in `chosen` alone.
struct ClassBest {
    /// Apart: its upper quartile lies below the next one's lower one.
    enum class Sure { Alone, Overlaps, Apart };
    std::size_t spread = 0;             ///< place in ClassSummary::spreads
    std::optional<std::size_t> next{};  ///< the second best; none: there is nothing to compare with
    Sure sure = Sure::Alone;
    std::size_t faster = 0;  ///< of the files that have both, in so many it is the faster one
    std::size_t both = 0;
};

struct ClassSummary {
    /// By algorithm, what is computed, GPU; fastest first.
    std::vector<ClassSpread> spreads;
    std::vector<ClassBest> bests;  ///< one for each algorithm, size and GPU of which something right was measured
};

/// Fewer say nothing of what is usual.
inline constexpr std::size_t kLeastForOutliers = 5;

/// The catalogue tells which parameters say what is computed; of an algorithm that it lacks, all do.
/// Outliers: further than 1.5 times the distance of the quartiles from the nearer one (J. W. Tukey, Exploratory Data
/// Analysis, 1977, section 2C), of kLeastForOutliers files at least. Quartiles: quartilesOf().
[[nodiscard]] ClassSummary summaryOf(const ClassFolder& folder, const Catalogue& catalogue);

/// The values in which one is unlike the other: "block=8".
[[nodiscard]] std::string unlike(const Parameters& one, const Parameters& other);
/// In a sentence or two: "1.31× as fast as block=8; faster in 4 of 5 files that have both; their quartiles overlap."
[[nodiscard]] std::string sureInWords(const ClassSummary& summary, const ClassBest& best);
/// What counts as an outlier, and where the rule is from.
[[nodiscard]] std::string outlierRule();

}  // namespace lanescope
