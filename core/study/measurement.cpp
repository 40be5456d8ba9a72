// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/measurement.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

/// Quantile of ascending samples by linear interpolation between order statistics (Hyndman and Fan 1996, type 7).
double quantile(const std::vector<double>& ascending, double fraction) {
    const double position = fraction * static_cast<double>(ascending.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(position));
    const std::size_t high = std::min(low + 1, ascending.size() - 1);
    return ascending[low] + (position - static_cast<double>(low)) * (ascending[high] - ascending[low]);
}

/// At most so many of the samples, evenly spread over the time in which they were taken.
std::vector<double> evenChoice(const std::vector<double>& all, std::size_t most) {
    if (all.size() <= most) return all;
    std::vector<double> chosen;
    for (std::size_t i = 0; i < most; ++i) chosen.push_back(all[i * all.size() / most]);
    return chosen;
}

}  // namespace

Quartiles quartilesOf(std::vector<double> samples) {
    if (samples.empty()) return {};
    std::sort(samples.begin(), samples.end());
    return {quantile(samples, 0.25), quantile(samples, 0.5), quantile(samples, 0.75)};
}

void summarise(Measurement& measurement) {
    const Quartiles quartiles = quartilesOf(measurement.seconds);
    measurement.lowerQuartile = quartiles.lower;
    measurement.median = quartiles.median;
    measurement.upperQuartile = quartiles.upper;
    measurement.samplesTaken = measurement.seconds.size();
}

void setSamples(Measurement& measurement, const std::vector<double>& all, std::size_t most) {
    measurement.seconds = all;
    summarise(measurement);
    measurement.histogram = histogramOf(all);
    measurement.seconds = evenChoice(all, most);
}

std::optional<Histogram> histogramOf(const std::vector<double>& samples, std::size_t bins) {
    if (samples.empty()) return std::nullopt;
    const auto [least, greatest] = std::minmax_element(samples.begin(), samples.end());
    Histogram histogram{*least, *greatest, std::vector<std::uint32_t>(*least == *greatest ? 1 : bins)};
    const auto last = histogram.counts.size() - 1;
    const double range = histogram.to - histogram.from;
    for (const double sample : samples) {
        const double share = range == 0 ? 0 : (sample - histogram.from) / range;
        ++histogram.counts[std::min(last, static_cast<std::size_t>(share * static_cast<double>(last + 1)))];
    }
    return histogram;
}

}  // namespace lanescope
