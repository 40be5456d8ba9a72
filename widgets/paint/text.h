// SPDX-License-Identifier: GPL-3.0-or-later
// Words on the stage: headings, names, values in cells. Text is never made smaller to fit; what has no room is cut at
// words' ends or left out.
#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QString>

#include "core/metrics/counters.h"
#include "widgets/style/theme.h"

namespace lanescope::paint {

/// A value stands in its cell if the cell is at least 20 pixels at one digit, or 6 wider than the text.
[[nodiscard]] bool valueFits(const QFontMetricsF& metrics, const QString& text, const QSizeF& cell, const Theme& theme);

/// A lane of the stage: its title, a word about it and a rule below, over the width of `rect`. What it took in height.
/// On paper the word is left out where it would be cut.
double heading(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& title, const QString& about);

/// An array: a swatch of its hue, its name, its shape. What it took in height.
double arrayName(QPainter& painter, const Theme& theme, const QRectF& rect, const QColor& hue, const QString& name,
                 const QString& about);

/// Lines of a type, wrapped to the width; what lies below `rect` is left out, and … stands for it. What they took in
/// height.
double paragraph(QPainter& painter, const Theme& theme, const QRectF& rect, Type type, Colour colour,
                 const QString& text);
[[nodiscard]] double paragraphHeight(const Theme& theme, double width, Type type, const QString& text);

/// Where a number is from: a letter in a shape of its own. Emulated E in a circle, replayed R in a square, measured M
/// in a filled square, simulated S in a hexagon, estimated P (predicted) in a diamond, published D (a document) on a
/// page.
void originSign(QPainter& painter, const Theme& theme, const QPointF& centre, Origin origin);
/// Its side, in pixels.
[[nodiscard]] double originSize(const Theme& theme);

}  // namespace lanescope::paint
