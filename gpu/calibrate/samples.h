// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of a micro-benchmark's samples.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace lanescope {

struct Summary {
    double median = 0;
    double spread = 0;  ///< half the interquartile range over the median, a share
};
/// Of at least one sample. The spread of a median of 0 is 0.
[[nodiscard]] Summary summaryOf(std::vector<double> samples);

/// `count` results of `sample()`.
template <typename Sample>
[[nodiscard]] std::vector<double> samplesOf(int count, Sample&& sample) {
    std::vector<double> samples;
    for (int i = 0; i < count; ++i) samples.push_back(sample());
    return samples;
}

/// The slope of the line through points (x, y) with the least squares. At least two points of different x.
[[nodiscard]] double slopeOf(std::span<const std::pair<double, double>> points);

}  // namespace lanescope
