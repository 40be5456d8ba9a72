// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include <algorithm>
#include <string_view>

#include "core/base/number_format.h"

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

}  // namespace

bool ChartData::empty() const {
    return std::ranges::all_of(series, [](const ChartSeries& s) { return s.points.empty(); });
}

std::string toCsv(const ChartData& data) {
    std::string csv = "series,configuration,origin,gpu,source," + csvField(data.x.symbol) + ',' +
                      csvField(data.y.symbol) + ",lower_quartile,upper_quartile,note";
    if (data.reference) csv += ',' + data.reference->column + ',' + data.reference->column + "_percent";
    csv += '\n';
    for (const ChartSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            const bool spread = point.low != point.y || point.high != point.y;
            csv += csvField(series.name) + ',' + csvField(series.configuration) + ',' +
                   std::string(nameOf(series.origin)) + ',' + csvField(series.gpu) + ',' + csvField(series.source) +
                   ',' + numbers::exact(point.x) + ',' + numbers::exact(point.y) + ',' +
                   (spread ? numbers::exact(point.low) : "") + ',' + (spread ? numbers::exact(point.high) : "") + ',' +
                   csvField(point.note);
            if (data.reference)
                csv += ',' + numbers::exact(data.reference->y) + ',' +
                       numbers::exact(100 * (point.y / data.reference->y - 1));
            csv += '\n';
        }
    return csv;
}

}  // namespace lanescope
