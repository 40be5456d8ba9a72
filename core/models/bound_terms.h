// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulated launch is bound by, as the terms of the model "simulation" name it.
#pragma once

#include <string>
#include <string_view>

#include "core/timing/bound.h"

namespace lanescope {

/// Ids of texts: "term.wait_global", "term.dram".
[[nodiscard]] std::string_view termOf(timing::Reason reason);
[[nodiscard]] std::string_view termOf(const timing::Bound& bound);

/// Estimate::bound: "dram", "wait_global".
[[nodiscard]] std::string_view boundId(const timing::Bound& bound);

/// Estimate::caseTaken: "DRAM is busy 93 % of the time".
[[nodiscard]] std::string caseOf(const timing::Bound& bound);

}  // namespace lanescope
