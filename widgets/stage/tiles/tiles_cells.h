// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of an array as an image of the device's pixels, of which only what changes is painted anew: a million cells
// are drawn as fast as a hundred.
#pragma once

#include <QImage>
#include <array>
#include <span>

#include "widgets/stage/tiles/tiles_history.h"
#include "widgets/stage/tiles/tiles_layout.h"

namespace lanescope::tiles {

/// Colours by the flags of a cell; what has no value is transparent.
using CellColours = std::array<QRgb, 32>;
[[nodiscard]] CellColours cellColours(const Array& array, Look look, bool allNew);

class CellImage {
public:
    /// Makes the image of the grid's size at `ratio` if it is not that, and paints what is dirty. `clean` is the
    /// caller's to do.
    void update(const ArrayGrid& grid, const Array& array, const History& history, Look look, double ratio);
    [[nodiscard]] const QImage& image() const { return m_image; }
    /// Does some cell have no value?
    [[nodiscard]] bool anyEmpty() const { return m_anyEmpty; }

private:
    void paint(const ArrayGrid& grid, const Array& array, std::span<const std::uint8_t> flags, const Box& dirty,
               const CellColours& colours, QRgb ground);

    QImage m_image;
    QRectF m_cells;
    Box m_part;
    Look m_look = Look::Light;
    bool m_allNew = false;
    bool m_anyEmpty = true;
    std::vector<std::uint8_t> m_line;
};

}  // namespace lanescope::tiles
