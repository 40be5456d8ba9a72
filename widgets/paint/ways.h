// SPDX-License-Identifier: GPL-3.0-or-later
// Values on their way: chips that travel, and ribbons between where they leave and where they arrive.
#pragma once

#include <QPainter>
#include <QString>

#include "widgets/style/theme.h"

namespace lanescope::paint {

/// The side of a rectangle that a ribbon leaves from or arrives at.
enum class Edge { Left, Top, Right, Bottom };

/// One end of a ribbon: the middle of an edge, and how wide the ribbon is there.
struct RibbonEnd {
    QPointF at;
    Edge edge = Edge::Right;
    double width = 0;
};
[[nodiscard]] RibbonEnd ribbonEnd(const QRectF& of, Edge edge);

/// Bytes as width: 128 bytes are 40 pixels of a picture of normal size; between 3 and 96 pixels.
[[nodiscard]] double ribbonWidth(const Theme& theme, double bytes);

/// A band from one end to the other, that leaves and arrives at right angles to the edges. Its colour is strongest up
/// to `head`, a share of the way in [0, 1], and faint beyond.
void ribbon(QPainter& painter, const RibbonEnd& from, const RibbonEnd& to, const QColor& colour, double head = 1);

/// Where something is that has come `share` of the way along the middle of such a ribbon.
[[nodiscard]] QPointF alongRibbon(const RibbonEnd& from, const RibbonEnd& to, double share);

/// A value in flight: a rounded cell of the family's colour, with its text if that fits.
void chip(QPainter& painter, const Theme& theme, const QRectF& rect, const QColor& colour, const QString& text);

}  // namespace lanescope::paint
