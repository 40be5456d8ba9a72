// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one side of the tiles view: what stands still at a position, and what moves over it.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "widgets/playback/motion.h"
#include "widgets/stage/tiles/tiles_cells.h"

namespace lanescope::tiles {

/// All that a side's picture is drawn from.
struct Picture {
    const Block& block;
    const History& history;
    const Timeline& timeline;
    const Scene& scene;
    const Layout& layout;
    const std::vector<CellImage>& images;  ///< by Layout::grids
};

/// What is pointed at.
struct Pointers {
    std::optional<Spot> hovered;
    std::optional<Spot> pinned;
    std::optional<Spot> cursor;  ///< of the keyboard
};

/// Headings, arrays with their values, sums, words.
void paintStill(QPainter& painter, const Theme& theme, const Picture& picture);

/// What the present step moves: `progress` of its way, as values or as bands only; then what is pointed at.
void paintMoving(QPainter& painter, const Theme& theme, const Picture& picture, double progress, Motion::Style style,
                 const Pointers& pointers);

/// The values of an array's cells as text, where they fit and their cells meet `within` (of all, if it is null).
/// `bold`: in heavier type.
void paintTexts(QPainter& painter, const Theme& theme, const Picture& picture, const ArrayGrid& grid,
                const QRectF& within, bool bold = false);
/// A name with its swatch, on the ground: what lies behind it does not show through.
void paintName(QPainter& painter, const Theme& theme, const QRectF& rect, const QColor& hue, const QString& name,
               const QString& about);
/// Of what the threads own; nothing in a product.
void paintPlaneName(QPainter& painter, const Theme& theme, const Picture& picture);
/// Of numbers beside each other: do so many fit that they are written at all?
[[nodiscard]] bool mostFit(int fitting, int all);
/// Rows of values and the calculation share one place: which of them shows.
[[nodiscard]] bool showsSlots(const Layout& layout, const Scene& scene);
[[nodiscard]] bool showsEquation(const Layout& layout, const Scene& scene);

/// "Each thread fills one sum: 32 of 64 products are in."
[[nodiscard]] QString captionOf(const Block& block, const Scene& scene);
/// "(5, 10)"; of blocks of one dimension "5".
[[nodiscard]] QString threadName(const Block& block, const ThreadRef& thread);

}  // namespace lanescope::tiles
