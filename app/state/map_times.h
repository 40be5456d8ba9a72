// SPDX-License-Identifier: GPL-3.0-or-later
// How many times faster runs are than the first of them, over their size, from recorded times.
#pragma once

#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/study/study.h"
#include "widgets/stage/map/speed_chart.h"

namespace lanescope {

/// A run that stands abreast of others.
struct TimedSide {
    QString name;
    const Algorithm* algorithm = nullptr;
    Parameters parameters;  ///< complete
};

/// The first side is what the others are held against. Times of all sides are of one GPU and one size of block: of the
/// one that is chosen, if the recordings have it for two sizes at least, else of the one nearest to it; which is said.
/// Without such times there are no lines, and `said` tells why.
[[nodiscard]] SpeedUps speedUpsOf(const std::vector<Study>& recordings, const std::vector<TimedSide>& sides);

}  // namespace lanescope
