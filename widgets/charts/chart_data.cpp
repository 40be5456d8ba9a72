// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace lanescope {
namespace {

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"') result += '"';
        result += c;
    }
    return result + '"';
}

/// Shortest text that reads back to the same double, whatever the locale.
std::string number(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return {text, end};
}

}  // namespace

bool ChartData::empty() const {
    return std::ranges::all_of(series, [](const ChartSeries& s) { return s.points.empty(); });
}

std::string toCsv(const ChartData& data) {
    std::string csv = "series,configuration,origin,gpu,source," + csvField(data.x.symbol) + ',' +
                      csvField(data.y.symbol) + ",lower_quartile,upper_quartile,note\n";
    for (const ChartSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            const bool spread = point.low != point.y || point.high != point.y;
            csv += csvField(series.name) + ',' + csvField(series.configuration) + ',' +
                   std::string(nameOf(series.origin)) + ',' + csvField(series.gpu) + ',' + csvField(series.source) +
                   ',' + number(point.x) + ',' + number(point.y) + ',' + (spread ? number(point.low) : "") + ',' +
                   (spread ? number(point.high) : "") + ',' + csvField(point.note) + '\n';
        }
    return csv;
}

}  // namespace lanescope
