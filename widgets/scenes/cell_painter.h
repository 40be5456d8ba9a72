// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the elements of one grid; TilesPainter does what is around them.
#pragma once

#include <QPainter>
#include <array>

#include "widgets/scenes/tiles_layout.h"
#include "widgets/scenes/tiles_painter.h"

namespace lanescope {

class CellPainter {
public:
    static constexpr std::uint64_t kMostShapes = 4096;  ///< more cells than that become an image
    static constexpr qreal kGridLineCell = 6;           ///< smallest cell with lines between
    static constexpr qreal kMarkCell = 8;               ///< smallest cell with marks in it

    CellPainter(const TilesStyle& style, const TileGrid& grid, const CellGeometry& geometry);

    /// All cells, then what is touched now on top.
    void paint(QPainter& painter) const;
    void paintMarks(QPainter& painter, const TilesMarks& marks) const;

    /// Fill of a state in this grid.
    [[nodiscard]] QColor fill(CellState state) const;
    /// One cell with its fill and mark, without value: also the legend's swatches.
    void paintCell(QPainter& painter, const QRectF& rect, CellState state) const;

private:
    void paintShapes(QPainter& painter) const;
    void paintImage(QPainter& painter) const;
    /// Marks of a state over an image's cells, which are too many or too small to have their own.
    void paintHatch(QPainter& painter, CellState state, const QBrush& brush) const;
    void paintGridLines(QPainter& painter) const;
    void paintRest(QPainter& painter) const;
    void paintTouched(QPainter& painter) const;
    void paintValues(QPainter& painter) const;
    void paintLanes(QPainter& painter) const;
    [[nodiscard]] QImage image(qreal pixelsPerCell) const;

    const TilesStyle& m_style;
    const TileGrid& m_grid;
    const CellGeometry& m_geometry;
    std::array<QColor, 7> m_fills;
};

}  // namespace lanescope
