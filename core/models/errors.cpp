// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/errors.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

namespace lanescope {
namespace {

double quantile(const std::vector<double>& ascending, double fraction) {
    const double position = fraction * static_cast<double>(ascending.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(position));
    const std::size_t high = std::min(low + 1, ascending.size() - 1);
    return ascending[low] + (position - static_cast<double>(low)) * (ascending[high] - ascending[low]);
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double signedError(double estimated, double measured) { return (estimated - measured) / measured; }

ErrorStatistics statisticsOf(std::span<const double> signedErrors) {
    std::vector<double> errors;
    std::ranges::copy_if(signedErrors, std::back_inserter(errors), [](double error) { return std::isfinite(error); });
    ErrorStatistics statistics;
    if (errors.empty()) return statistics;
    std::ranges::sort(errors);
    statistics.compared = errors.size();
    statistics.signedMean = mean(errors);
    statistics.signedMedian = quantile(errors, 0.5);
    statistics.tooHigh =
        static_cast<std::size_t>(std::ranges::count_if(errors, [](double error) { return error > 0; }));
    for (double& error : errors) error = std::abs(error);
    std::ranges::sort(errors);
    statistics.mape = mean(errors);
    statistics.medianApe = quantile(errors, 0.5);
    statistics.p95Ape = quantile(errors, 0.95);
    statistics.worstApe = errors.back();
    return statistics;
}

}  // namespace lanescope
