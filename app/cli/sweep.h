// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope::cli {

/// Plans of all combinations that a sweep asks for.
struct Sweep {
    std::vector<Plan> plans;
    std::size_t skipped = 0;  ///< combinations whose values do not go together
};

/// From words: algorithm ids (none = all of the catalogue) and "n=64,128" lists. A parameter that is not named takes
/// all its values if they are a closed list, else its default. Errors: UnknownAlgorithm, UnknownParameter, IllegalValue
/// (a value that is wrong by itself, or nothing legal at all).
[[nodiscard]] Result<Sweep> sweepOf(const Catalogue& catalogue, const std::vector<std::string>& words);

}  // namespace lanescope::cli
