// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/study/measure_choice.h"

namespace lanescope {

/// What was chosen, and how it is done beyond that.
struct MeasureOptions : MeasureChoice {
    std::size_t minSamples = 10;
    std::size_t maxSamples = 1000;
    std::size_t keepSamples = 200;                  ///< in the measurement; median, quartiles and histogram are of all
    double shortest = 0.03;                         ///< seconds of wall time that samples are taken for at least
    double stableWithin = 0.0025;                   ///< of the median, see stopping.h
    std::uint64_t checkOperations = 1'000'000'000;  ///< checkResult()'s maxOperations
};

}  // namespace lanescope
