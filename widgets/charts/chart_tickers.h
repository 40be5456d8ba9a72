// SPDX-License-Identifier: GPL-3.0-or-later
// Where a chart's axes have their ticks, and how these are written. Internal to the charts.
#pragma once

#include <QSharedPointer>
#include <QString>

#include "widgets/charts/chart_data.h"

class QCPAxisTicker;

namespace lanescope {

/// A number of an axis, in words: "1 024", "12.3 µs", "4.56 GFlop/s", "2.50×", "75.0 %".
[[nodiscard]] QString axisText(double value, AxisUnit unit);

/// Logarithmic axes of counts have powers of two, the others 1-2-5; what is linear has round numbers. There are no more
/// of them than about `room`.
[[nodiscard]] QSharedPointer<QCPAxisTicker> tickerFor(const ChartAxis& axis, int room);

}  // namespace lanescope
