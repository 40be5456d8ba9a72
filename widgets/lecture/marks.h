// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn by hand over the stage. Its places are shares of the stage's width and height, so that they stay where
// they are when the stage has another size.
#pragma once

#include <QPainter>
#include <QPointF>
#include <vector>

#include "widgets/playback/spotlight.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct HandMark {
    enum class Kind { Stroke, Box };
    Kind kind = Kind::Stroke;
    std::vector<QPointF> points;  ///< of a box two opposite corners
    friend bool operator==(const HandMark&, const HandMark&) = default;
};

/// Over a picture of this size.
void paintMarks(QPainter& painter, const Theme& theme, const QSizeF& size, const std::vector<HandMark>& marks);

/// Dims all of a picture of this size that a spotlight leaves dark, and rings what it is on; nothing if nothing is lit.
void paintSpotlight(QPainter& painter, const Theme& theme, const QSizeF& size, const Lit& lit);

}  // namespace lanescope
