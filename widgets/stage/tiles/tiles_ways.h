// SPDX-License-Identifier: GPL-3.0-or-later
// The ways that values take through the picture, around what lies between.
#pragma once

#include <QPainter>
#include <vector>

#include "widgets/stage/tiles/tiles_layout.h"

namespace lanescope::tiles {

/// A point that a way goes through: in which direction, and how wide it is there.
struct WayPoint {
    QPointF at;
    QPointF direction;  ///< of length 1
    double width = 0;
};
using Way = std::vector<WayPoint>;

/// From one group of cells to another. Groups are the rectangles that the cells of a stream make up.
struct Ways {
    std::vector<Way> bands;
    QPointF label;  ///< where the bytes are written; null: nowhere
    bool isEmpty() const { return bands.empty(); }
};

/// Rectangles that cells make up: neighbours in a line, and lines of the same extent.
[[nodiscard]] std::vector<QRectF> clusters(std::vector<QRectF> cells);

/// Of a stream that does not feed a product's plane from its edges. `width`: of its bytes, in pixels.
[[nodiscard]] Ways waysOf(const Stream& stream, const Layout& layout, const Block& block, double width);
/// Where a flight's chip goes: from its cell, past the shared arrays if its stream does, to its cell.
[[nodiscard]] QPointF alongWay(const Flight& flight, std::size_t number, const Layout& layout, const Block& block,
                               double share);
/// Goes past the shared arrays?
[[nodiscard]] bool passesShared(const Spot& from, const Spot& to, const Layout& layout, const Block& block);

void paintWay(QPainter& painter, const Way& way, const QColor& colour, double strength);

}  // namespace lanescope::tiles
