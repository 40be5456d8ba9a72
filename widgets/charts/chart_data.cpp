// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include <algorithm>

#include "core/base/csv_cell.h"
#include "core/base/number_format.h"

namespace lanescope {
bool ChartData::empty() const {
    return std::ranges::all_of(series, [](const ChartSeries& s) { return s.points.empty(); });
}

std::string toCsv(const ChartData& data) {
    std::string csv = "series,configuration,origin,gpu,source," + csvCell(data.x.symbol) + ',' +
                      csvCell(data.y.symbol) + ",lower_quartile,upper_quartile,note";
    // A percentage differs in points: a share of a share says little.
    const bool points = data.y.unit == AxisUnit::Percent;
    if (data.reference)
        csv += ',' + data.reference->column + ',' + data.reference->column + (points ? "_points" : "_percent");
    csv += '\n';
    for (const ChartSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            const bool spread = point.low != point.y || point.high != point.y;
            csv += csvCell(series.name) + ',' + csvCell(series.configuration) + ',' +
                   std::string(nameOf(series.origin)) + ',' + csvCell(series.gpu) + ',' + csvCell(series.source) + ',' +
                   numbers::exact(point.x) + ',' + numbers::exact(point.y) + ',' +
                   (spread ? numbers::exact(point.low) : "") + ',' + (spread ? numbers::exact(point.high) : "") + ',' +
                   csvCell(point.note);
            if (data.reference)
                csv += ',' + numbers::exact(data.reference->y) + ',' +
                       numbers::exact(points ? point.y - data.reference->y : 100 * (point.y / data.reference->y - 1));
            csv += '\n';
        }
    return csv;
}

}  // namespace lanescope
