// SPDX-License-Identifier: GPL-3.0-or-later
// Which names a legend has room for, in what size and in how many columns; and text broken into lines for any room.
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

namespace lanescope {

/// Pixels beside a name: the line with its mark.
inline constexpr int kLegendMark = 64;
/// Pixels below each name. QCustomPlot cuts an entry's last row of pixels off, which takes its underscores away.
inline constexpr int kLegendGap = 1;
/// Points; nothing is written smaller.
inline constexpr double kSmallestText = 11;

struct LegendLayout {
    double pointSize = kSmallestText;
    int columns = 1;
    QStringList names;  ///< the first ones, broken into lines
    int height = 0;     ///< pixels, with what says how many are left out
};

/// All names in `font` if they fit into `width` and `room` (pixels), else smaller, and at last the first ones only, or
/// none.
[[nodiscard]] LegendLayout legendLayout(const QStringList& names, const QFont& font, int width, int room);

/// `width` pixels, or up to a third more where so many whole names then stand side by side.
[[nodiscard]] int widthForNames(const QStringList& names, const QFont& font, int width);

/// `text` in at most `lines` lines of `width` pixels; what is left over of it is cut off with "…".
[[nodiscard]] QString inLines(const QString& text, const QFont& font, int width, int lines);

}  // namespace lanescope
