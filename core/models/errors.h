// SPDX-License-Identifier: GPL-3.0-or-later
// How far estimates are from what was measured: the figures that every table of errors shows.
#pragma once

#include <cstddef>
#include <span>

namespace lanescope {

/// (estimated - measured) / measured, a share: -0.5 = half of what was measured, 1 = twice as much. `measured` > 0.
[[nodiscard]] double signedError(double estimated, double measured);

/// Of several signed errors. All figures are shares; 0 if nothing was compared. An estimate can be too low by at most
/// 1, and too high by anything: MAPE says more of the models that are too high than of those that are too low.
struct ErrorStatistics {
    std::size_t compared = 0;
    double mape = 0;          ///< mean of the absolute errors
    double medianApe = 0;     ///< median of the absolute errors
    double p95Ape = 0;        ///< 95th percentile of the absolute errors
    double worstApe = 0;      ///< largest absolute error
    double signedMean = 0;    ///< mean of the signed errors
    double signedMedian = 0;  ///< median of the signed errors
    std::size_t tooHigh = 0;  ///< errors above 0
};

/// Percentiles by linear interpolation between order statistics (Hyndman and Fan 1996, type 7), as of measured samples.
/// Errors that are no finite numbers are left out.
[[nodiscard]] ErrorStatistics statisticsOf(std::span<const double> signedErrors);

}  // namespace lanescope
