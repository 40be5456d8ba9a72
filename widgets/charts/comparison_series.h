// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as series of times, before they are turned into what the chart's axis shows. Internal to the charts.
#pragma once

#include "widgets/charts/comparison.h"

namespace lanescope {

struct TimePoint {
    std::uint64_t x = 0;
    double seconds = 0;
    double low = 0;
    double high = 0;
    std::string note;
    std::optional<double> operations;  ///< floating-point ones
};

struct TimeSeries {
    SeriesKey key;
    Origin origin = Origin::Measured;
    std::string name;    ///< without the item's label
    std::string gpu;     ///< title
    std::string source;  ///< what else tells series apart: document, mode; of models their source
    std::string configuration;
    int order = 0;  ///< within the item, for looks: measured 0, replayed 1 …, models, published
    std::vector<TimePoint> points;
};

/// By item, then measured, replayed, estimated, published. Times above 0 only.
[[nodiscard]] std::vector<TimeSeries> timeSeries(const ComparisonInput& input);

}  // namespace lanescope
