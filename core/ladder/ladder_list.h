// SPDX-License-Identifier: GPL-3.0-or-later
// Which ladders there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope {

struct LadderRung {
    std::string algorithm;  ///< id
    Parameters fixed;       ///< what makes it this step, whatever else is chosen
    std::string name;       ///< "tiled", "padded=yes"
};

struct LadderKind {
    std::string id;  ///< "matmul", or of an algorithm's own ladder its id: "matmul.rect2"
    std::string title;
    std::vector<LadderRung> rungs;
    Parameters usual;  ///< what to climb it with where nothing else is wanted: sizes at which its steps differ
};

/// Those that are listed, in their order.
[[nodiscard]] std::vector<LadderKind> ladderList();

/// A listed one; or, of an algorithm's id, that from what was published to what is right. Error: IllegalValue with
/// what there is.
[[nodiscard]] Result<LadderKind> ladderNamed(const Catalogue& catalogue, std::string_view id);

/// Those that have the algorithm on a step: the listed ones, then its own.
[[nodiscard]] std::vector<LadderKind> laddersWith(const Algorithm& algorithm);

/// What is given to every step of the ladder that has such a parameter. Error: UnknownParameter of one that no step
/// has, IllegalValue of one that makes the steps different.
[[nodiscard]] Result<void> checkGiven(const Catalogue& catalogue, const LadderKind& kind, const Parameters& given);

}  // namespace lanescope
