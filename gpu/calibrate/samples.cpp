// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/samples.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

/// Linear between the two nearest.
double quantile(const std::vector<double>& ascending, double share) {
    const double place = share * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, ascending.size() - 1);
    const double part = place - static_cast<double>(below);
    return ascending[below] * (1 - part) + ascending[above] * part;
}

}  // namespace

Summary summaryOf(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    Summary summary;
    summary.median = quantile(samples, 0.5);
    const double half = (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2;
    if (summary.median != 0) summary.spread = half / std::abs(summary.median);
    return summary;
}

double slopeOf(std::span<const std::pair<double, double>> points) {
    const auto count = static_cast<double>(points.size());
    double x = 0;
    double y = 0;
    for (const auto& point : points) {
        x += point.first / count;
        y += point.second / count;
    }
    double above = 0;
    double below = 0;
    for (const auto& point : points) {
        above += (point.first - x) * (point.second - y);
        below += (point.first - x) * (point.first - x);
    }
    return above / below;
}

}  // namespace lanescope
