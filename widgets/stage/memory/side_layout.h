// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a side's picture lie. A pure function of sizes and of what the whole traces have, so that nothing
// moves from step to step.
#pragma once

#include <QRectF>

#include "widgets/stage/memory/memory_scene.h"
#include "widgets/stage/memory/pile.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct SideLayout {
    SideLayout(const Theme& theme, const QRectF& side, const MemoryScene& scene);

    QRectF heading;
    QRectF chart;     ///< between heading and law
    QRectF law;       ///< one line
    QRectF nextHead;  ///< of the neighbour; empty without room for one
    QRectF next;      ///< its strip
    QRectF caption;   ///< one line, at the foot

    // of piles
    PilePlaces pile;
    QRectF ticks;  ///< below them

    // of lines
    QRectF point;      ///< the number
    QRectF dots;       ///< of lanes
    QRectF lines;      ///< of all that there may be
    double pitch = 0;  ///< from one line to the next
    double bar = 0;    ///< height of one
    /// Of `count` that a request touches: they pile up from the floor, in ascending order from above.
    [[nodiscard]] QRectF line(std::size_t number, std::size_t count) const;
    [[nodiscard]] QPointF dot(unsigned lane) const;
};

}  // namespace lanescope
