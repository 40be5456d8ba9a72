// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of the warps' time beside lines of code, stacked by what the warps wait for, and below them what the colours
// are.
#pragma once

#include <QPainter>

#include "core/timing/line_times.h"
#include "widgets/style/theme.h"

namespace lanescope::code {

struct CodePicture;

/// Pixels of one column: its bar, and its number in the font of the code.
struct TimeColumn {
    double bar = 0, number = 0;
    [[nodiscard]] double width() const { return bar + number; }
};
/// Of so many columns side by side in a pane of this width.
[[nodiscard]] TimeColumn timeColumn(const Theme& theme, const QFont& font, std::size_t columns, double paneWidth);

/// A line's time of `all`; the bar is as long as its column at a share of `longest`.
void paintTime(QPainter& painter, const Theme& theme, const QRectF& room, const TimeColumn& column,
               const timing::ReasonCycles& line, double all, double longest);

/// Pixels that the colours' names take below the panes; 0: they are not shown.
[[nodiscard]] double timesLegendHeight(const Theme& theme, const CodePicture& picture, double width);
void paintTimesLegend(QPainter& painter, const Theme& theme, const CodePicture& picture, const QRectF& room);

}  // namespace lanescope::code
