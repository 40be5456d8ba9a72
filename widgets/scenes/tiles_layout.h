// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tiles view puts its grids: geometry in plain structs, so that drawing, hovering and tests agree.
#pragma once

#include <QCoreApplication>
#include <QFont>
#include <QFontMetricsF>
#include <QList>
#include <QRectF>
#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "widgets/scenes/tiles_scene.h"
#include "widgets/style/palette.h"

namespace lanescope {

/// How it is to look.
struct TilesStyle {
    Look look = Look::Light;
    QFont font;  ///< of titles, indices and values
};

/// Room of one grid.
struct PanelLayout {
    QRectF frame;
    QRectF title;            ///< two lines of text
    QRectF minimap;          ///< at the title's right end
    QRectF cells;            ///< what the elements may fill
    qreal rowGutter = 0;     ///< left of `cells`: row numbers
    qreal columnGutter = 0;  ///< above `cells`: column numbers
};

struct TilesLayout {
    std::vector<PanelLayout> panels;  ///< one per shape
    QRectF legend;                    ///< below the grids, or right of them where there is more width than height
};

/// What the legend says of a state.
struct LegendEntry {
    CellState state = CellState::Untouched;
    QString text;
};
[[nodiscard]] QList<LegendEntry> legendEntries();
/// Where each entry goes: in lines, or one below the other in a room that is higher than wide.
[[nodiscard]] QList<QRectF> placeLegend(const QRectF& rect, const QFontMetricsF& metrics);

/// Three buffers are laid out as the product is written: B above C, A left of C, the shared arrays in the corner
/// between them. Anything else is laid out in rows.
[[nodiscard]] TilesLayout layoutTiles(std::span<const ArrayShape> shapes, const QRectF& rect, const TilesStyle& style);

/// Maps elements to pixels within one panel. Cells are square. A vector that would be a thin line is broken into lines
/// of `across` elements, the last of which may be shorter.
struct CellGeometry {
    QPointF origin;
    qreal size = 0;  ///< side of a cell in pixels; whole from 4 up
    Region visible;
    std::uint64_t across = 0;  ///< cells beside each other
    std::uint64_t lines = 0;   ///< cells below each other

    [[nodiscard]] bool isBroken() const { return visible.rows == 1 && lines > 1; }
    [[nodiscard]] QRectF rectOf(std::uint64_t row, std::uint64_t column) const;
    /// Of matrices, and of vectors within one line.
    [[nodiscard]] QRectF rectOf(const Region& region) const;
    /// All cells.
    [[nodiscard]] QRectF whole() const;
    /// What the last line of a broken vector leaves empty; empty if it is full.
    [[nodiscard]] QRectF rest() const;
    /// The element under a point.
    struct Cell {
        std::uint64_t row = 0;
        std::uint64_t column = 0;
    };
    [[nodiscard]] std::optional<Cell> at(QPointF point) const;
};
/// `vector`: ArrayShape::isVector().
[[nodiscard]] CellGeometry geometryOf(const QRectF& cells, const Region& visible, bool vector = false);
/// How many elements of a vector have room in cells of this size.
[[nodiscard]] std::uint64_t vectorCapacity(const QSizeF& area, qreal cell);

/// What a grid shows when it follows the block.
struct FollowInput {
    Region whole;
    Region ever;      ///< what the block touches in its whole run; may be empty
    Region lately;    ///< what it touched in its latest phase of touching; may be empty
    Region now;       ///< what it touches now; may be empty
    Region previous;  ///< what was shown before; kept while nothing calls for a change
};
/// The whole matrix if its cells are large enough, else all that the block touches, else a page of that with what it
/// touches now. Pages are whole multiples of `lately`, so that the picture does not creep.
[[nodiscard]] Region followRegion(const FollowInput& input, const QSizeF& area);

/// Pixels; below this a cell is too small to follow. Vectors have more room than matrices.
inline constexpr qreal kComfortableCell = 3;
inline constexpr qreal kComfortableVectorCell = 12;

}  // namespace lanescope
