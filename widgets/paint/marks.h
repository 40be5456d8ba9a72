// SPDX-License-Identifier: GPL-3.0-or-later
// States by shape: a ring is read now, a bar at the foot is written now, a hatch has no value, hollow is idle. Lengths
// are for text of normal size and grow with it.
#pragma once

#include <QBrush>
#include <QPainter>

#include "widgets/style/theme.h"

namespace lanescope::paint {

/// Grid that all distances are multiples of, in pixels.
inline constexpr double kGrid = 8;
inline constexpr double kHair = 1;
inline constexpr double kFrame = 1.5;  ///< of an array
inline constexpr double kSector = 2;
inline constexpr double kRing = 3;
inline constexpr double kBest = 4;

/// Read at this moment. `share` of its strength in [0, 1], for fading in and out.
void ring(QPainter& painter, const Theme& theme, const QRectF& around, double share = 1);
/// Written at this moment.
void bar(QPainter& painter, const Theme& theme, const QRectF& cell, double share = 1);
/// The one that somebody looks at.
void spotlight(QPainter& painter, const Theme& theme, const QRectF& around);
/// What comes next: a dashed frame.
void next(QPainter& painter, const Theme& theme, const QRectF& around);
/// A dashed curve with a head, from one place to another; it leaves and arrives horizontally.
void nextLink(QPainter& painter, const Theme& theme, const QPointF& from, const QPointF& to);

/// Lines at 45°, for fills: has no value, is idle, is modelled. Fixed to the device, so that neighbours meet.
[[nodiscard]] QBrush hatch(const Theme& theme, const QColor& colour);
[[nodiscard]] QBrush hatch(const Theme& theme);

/// A vessel that a sum fills: `level` of it in [0, 1], of a colour.
void vessel(QPainter& painter, const Theme& theme, const QRectF& cell, const QColor& colour, double level);

/// Wrong: ✗ in red over the cell.
void wrong(QPainter& painter, const Theme& theme, const QRectF& cell);

}  // namespace lanescope::paint
