// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart shows, as data: series of points with their origin. Drawing and CSV are both made of this, so that an
// exported file holds exactly what was on screen.
#pragma once

#include <string>
#include <vector>

#include "core/metrics/counters.h"

namespace lanescope {

struct ChartPoint {
    double x = 0;
    double y = 0;
    double low = 0;   ///< lower quartile; equal to y when there is no spread
    double high = 0;  ///< upper quartile
    std::string note;
};

struct ChartSeries {
    std::string name;  ///< whole legend text: what it is, of which configuration, on which GPU
    Origin origin = Origin::Emulated;
    std::string gpu;     ///< title
    std::string source;  ///< document, driver and date, or model
    /// Models are lines, everything else marks.
    [[nodiscard]] bool isLine() const { return origin == Origin::Estimated; }
    std::vector<ChartPoint> points;  ///< by ascending x; x > 0 and y > 0
};

struct ChartData {
    std::string title;
    std::string subtitle;
    std::string xTitle;
    std::string yTitle;
    std::vector<ChartSeries> series;
    std::vector<std::string> notes;  ///< sentences: what could not be drawn, and why
    std::string emptyReason;         ///< why nothing is drawn, when nothing is

    [[nodiscard]] bool empty() const;
};

/// One line per point: series,origin,gpu,source,x,y,lower_quartile,upper_quartile,note (names of the x and y columns
/// from `xColumn`, `yColumn`). RFC 4180 quoting, decimal points, full precision.
[[nodiscard]] std::string toCsv(const ChartData& data, const std::string& xColumn, const std::string& yColumn);

}  // namespace lanescope
