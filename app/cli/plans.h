// SPDX-License-Identifier: GPL-3.0-or-later
// From words on the command line (or in a request) to a Plan.
#pragma once

#include <string>

#include "core/algorithms/algorithm.h"

namespace lanescope::cli {

/// The plan for an algorithm's id and the given parameters, defaults filled in.
/// Errors: UnknownAlgorithm, UnknownParameter, IllegalValue, TooLarge.
[[nodiscard]] Result<Plan> planFor(const Catalogue& catalogue, const std::string& algorithm, const Parameters& given);

}  // namespace lanescope::cli
