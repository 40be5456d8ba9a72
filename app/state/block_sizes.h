// SPDX-License-Identifier: GPL-3.0-or-later
// The other sizes of blocks that an algorithm can be chosen with, everything else staying as it is.
#pragma once

#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/study/study.h"
#include "widgets/charts/occupancy_charts.h"

namespace lanescope {

/// By ascending threads, one for each number of threads, the given choice among them. Registers are those that a
/// recording on that GPU tells, or its machine code. `launch` counts from 0. Nothing where no parameter changes the
/// blocks.
[[nodiscard]] std::vector<OtherBlock> blockSizes(const Algorithm& algorithm, const Parameters& parameters,
                                                 std::size_t launch, const GpuSpec& gpu, const Recordings& recordings,
                                                 const sass::MachineCodes* codes = nullptr);

}  // namespace lanescope
