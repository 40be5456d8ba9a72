// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stopping.h"

#include <algorithm>
#include <cmath>

#include "core/study/measurement.h"

namespace lanescope {
namespace {

constexpr std::size_t kFewest = 3;
constexpr std::size_t kFew = 5;  ///< quartiles of fewer are hardly any
constexpr double kFewSeconds = 1;

/// The median is known to `options.stableWithin` and does not drift.
bool isStable(const std::vector<double>& seconds, const MeasureOptions& options, double resolution) {
    const Quartiles all = quartilesOf(seconds);
    const double within = std::max(options.stableWithin * all.median, resolution);
    const double notch = 1.57 * (all.upper - all.lower) / std::sqrt(static_cast<double>(seconds.size()));
    if (notch > within) return false;
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    const double drift = quartilesOf({seconds.begin(), middle}).median - quartilesOf({middle, seconds.end()}).median;
    // Medians of halves are √2 less certain than that of all, and their difference twice that.
    return std::abs(drift) <= 2 * within;
}

}  // namespace

bool enoughSamples(const std::vector<double>& seconds, double wallSeconds, const MeasureOptions& options,
                   double resolution) {
    const std::size_t count = seconds.size();
    if (options.samples > 0) return count >= options.samples;
    if (count < kFewest) return false;
    if (count >= options.maxSamples) return true;
    if (wallSeconds >= options.timeLimit) return count >= kFew || wallSeconds >= kFewSeconds;
    if (count < options.minSamples || wallSeconds < options.shortest) return false;
    return isStable(seconds, options, resolution);
}

double fractionDone(std::size_t samples, double wallSeconds, const MeasureOptions& options) {
    const auto count = static_cast<double>(samples);
    if (options.samples > 0) return std::min(1.0, count / static_cast<double>(options.samples));
    const double ofCount = count / static_cast<double>(options.maxSamples);
    return std::min(1.0, std::max(ofCount, options.timeLimit > 0 ? wallSeconds / options.timeLimit : 1.0));
}

}  // namespace lanescope
