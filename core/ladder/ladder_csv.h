// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/ladder/ladder.h"

namespace lanescope {

/// A row for each number: step, its algorithm and parameters, what the number is, its unit, its value on the step
/// before and on this one (empty where there is none), and where each is from. Numbers are exact, in SI units.
[[nodiscard]] std::string toCsv(const Ladder& ladder);

}  // namespace lanescope
