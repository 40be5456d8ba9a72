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

/// How a series is drawn. ByOrigin: models as lines with marks, everything else as marks. Joined: marks that a line
/// joins, with their quartiles.
enum class SeriesLook { ByOrigin, LineAlone, Marks, HollowMarks, Joined };

/// What a series has its colour from. Turn: the families' hues, in turn. Ink: none, dashes tell it from others.
enum class SeriesHue { Turn, Ink };

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
    SeriesHue hue = SeriesHue::Turn;
    // Where lines are labelled at their ends.
    std::string label{};      ///< in a word or two: "tiled"
    std::string labelNote{};  ///< behind the value of the last point: "replayed"
};

/// A stretch of the x axis.
struct ChartSpan {
    double from = 0;
    double to = 0;
    std::string words;
    bool quiet = false;  ///< shaded: what is drawn there is not what the chart is about
};

/// A number that is the point.
struct ChartFigure {
    std::string number;  ///< "1.54"
    std::string words;   ///< "times as fast"
    std::string detail;  ///< "tiled, at n = 4096"
};

/// How the numbers of an axis are written.
enum class AxisUnit { Count, Seconds, FlopPerSecond, Factor, Percent };

struct ChartAxis {
    std::string title;
    std::string symbol;  ///< short name, for hovering: "n"; of y: the column's name in a file
    AxisUnit unit = AxisUnit::Count;
    bool logarithmic = true;
};

/// A value that all others are held against: a marked line all along, and two columns of a file.
struct ChartReference {
    double y = 0;
    std::string words;   ///< "baseline: block 8, 425 µs, replayed"
    std::string column;  ///< what it is called in a file: "baseline"
};

struct ChartData {
    std::string title;
    std::string subtitle;
    ChartAxis x;
    ChartAxis y;
    /// Lines are labelled where they end, with their last value, and a legend tells the signs alone; the title stands
    /// for the y axis'. Else all names stand in the legend.
    bool labelled = false;
    std::vector<ChartSpan> spans;      ///< by ascending x, without gaps
    std::vector<ChartFigure> figures;  ///< the first ones matter most
    std::optional<double> level;       ///< a line all along at this y: where model and measurement agree
    std::optional<ChartReference> reference{};
    std::vector<ChartSeries> series;
    std::vector<std::string> notes;  ///< sentences: what could not be drawn, and why
    std::string emptyReason;         ///< why nothing is drawn, when nothing is

    [[nodiscard]] bool empty() const;
};

/// One line per point: series,configuration,origin,gpu,source,X,Y,lower_quartile,upper_quartile,note (X and Y are the
/// axes' symbols); with a reference also its y, and by how many percent (of percentages: points) each point lies from
/// it. RFC 4180 quoting, decimal points, full precision.
[[nodiscard]] std::string toCsv(const ChartData& data);

}  // namespace lanescope
