// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of an atlas are in a picture of a size.
#pragma once

#include <QRectF>
#include <optional>

#include "widgets/explore/atlas_text.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// What stands above the rows' ends.
[[nodiscard]] QString occupancyHead();

struct AtlasLayout {
    AtlasLayout(const AtlasPicture& picture, const Theme& theme, const QSizeF& size);

    [[nodiscard]] QRectF cell(std::size_t place) const;
    /// The cell below a point.
    [[nodiscard]] std::optional<std::size_t> at(const QPointF& point) const;
    [[nodiscard]] QRectF columnHead(std::size_t column) const;
    [[nodiscard]] QRectF rowHead(std::size_t row) const;
    /// Beside the last column: the row's occupancy.
    [[nodiscard]] QRectF rowEnd(std::size_t row) const;

    QRectF head;    ///< title
    QRectF cells;   ///< all of them
    QRectF legend;  ///< below
    double gap = 0;
    std::size_t columns = 0, rows = 0;
    double left = 0, right = 0, top = 0;  ///< of row heads, row ends, column heads
};

}  // namespace lanescope
