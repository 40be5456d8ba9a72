// SPDX-License-Identifier: GPL-3.0-or-later
// Which values a parameter takes when it varies along the axis of a chart.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope {

/// The parameters that are whole numbers and have more than one value, the main size before all others.
[[nodiscard]] std::vector<std::string> sweepableParameters(const Algorithm& algorithm);

/// Where the models are asked, ascending: of a closed list all that go with the other values; of a range what was
/// measured, with powers of two if that is not more than one; between each two their geometric mean; and the value that
/// is chosen.
[[nodiscard]] std::vector<std::uint64_t> sweepValues(const Algorithm& algorithm, const Parameters& parameters,
                                                     const std::string& parameter,
                                                     const std::set<std::uint64_t>& measured);

/// `values` with one between each two neighbours: their geometric mean, a multiple of `step`.
[[nodiscard]] std::vector<std::uint64_t> withValuesBetween(const std::set<std::uint64_t>& values, std::uint64_t step);

/// The values of `from` that `algorithm` takes, one by one.
[[nodiscard]] Parameters carriedOver(const Algorithm& algorithm, const Parameters& from);

}  // namespace lanescope
