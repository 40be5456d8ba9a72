// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

#include <algorithm>
#include <cmath>

#include "core/study/same_parameters.h"

namespace lanescope {
namespace {

/// Quantile of ascending samples by linear interpolation between order statistics (Hyndman and Fan 1996, type 7).
double quantile(const std::vector<double>& ascending, double fraction) {
    const double position = fraction * static_cast<double>(ascending.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(position));
    const std::size_t high = std::min(low + 1, ascending.size() - 1);
    return ascending[low] + (position - static_cast<double>(low)) * (ascending[high] - ascending[low]);
}

}  // namespace

void summarise(Measurement& measurement) {
    measurement.lowerQuartile = measurement.median = measurement.upperQuartile = 0;
    if (measurement.seconds.empty()) return;
    std::vector<double> ascending = measurement.seconds;
    std::sort(ascending.begin(), ascending.end());
    measurement.lowerQuartile = quantile(ascending, 0.25);
    measurement.median = quantile(ascending, 0.5);
    measurement.upperQuartile = quantile(ascending, 0.75);
}

bool sameParameters(const Parameters& one, const Parameters& other) {
    if (one.size() != other.size()) return false;
    return std::all_of(one.begin(), one.end(), [&](const auto& parameter) {
        return std::find(other.begin(), other.end(), parameter) != other.end();
    });
}

const StudyEntry* Study::find(std::string_view algorithm, const Parameters& parameters) const {
    for (const StudyEntry& entry : entries)
        if (entry.algorithm == algorithm && sameParameters(entry.parameters, parameters)) return &entry;
    return nullptr;
}

}  // namespace lanescope
