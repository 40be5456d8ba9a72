// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart shows, as data: axes, and series of points with their origin. Drawing and CSV are both made of this, so
// that an exported file holds exactly what was on screen.
#pragma once

#include <optional>
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

/// How a series is drawn. ByOrigin: models as lines with marks, everything else as marks.
enum class SeriesLook { ByOrigin, LineAlone, Marks, HollowMarks };

struct ChartSeries {
    std::string name;  ///< whole legend text: what it is, and of which configuration where there are several
    Origin origin = Origin::Emulated;
    std::string gpu;     ///< title
    std::string source;  ///< document, driver and date, or model
    [[nodiscard]] bool isLine() const {
        return look == SeriesLook::LineAlone || (look == SeriesLook::ByOrigin && origin == Origin::Estimated);
    }
    std::vector<ChartPoint> points;  ///< by ascending x; both above 0 where the axis is logarithmic
    int colour = 0;                  ///< identity; any number ≥ 0, charts take turns
    int mark = 0;                    ///< shape, and of lines the dashes; likewise
    std::string configuration;       ///< "matmul.tiled block=16 type=f32", for the file
    SeriesLook look = SeriesLook::ByOrigin;
};

/// How the numbers of an axis are written.
enum class AxisUnit { Count, Seconds, FlopPerSecond, Factor, Percent };

struct ChartAxis {
    std::string title;
    std::string symbol;  ///< short name, for hovering: "n"; of y: the column's name in a file
    AxisUnit unit = AxisUnit::Count;
    bool logarithmic = true;
};

struct ChartData {
    std::string title;
    std::string subtitle;
    ChartAxis x;
    ChartAxis y;
    std::optional<double> level;  ///< a line all along at this y: where model and measurement agree
    std::vector<ChartSeries> series;
    std::vector<std::string> notes;  ///< sentences: what could not be drawn, and why
    std::string emptyReason;         ///< why nothing is drawn, when nothing is

    [[nodiscard]] bool empty() const;
};

/// One line per point: series,configuration,origin,gpu,source,X,Y,lower_quartile,upper_quartile,note (X and Y are the
/// axes' symbols). RFC 4180 quoting, decimal points, full precision.
[[nodiscard]] std::string toCsv(const ChartData& data);

}  // namespace lanescope
