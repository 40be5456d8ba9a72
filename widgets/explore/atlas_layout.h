// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of an atlas are in a picture of a size: its panels beside and below each other, as large as they go,
// each with heads of its own.
#pragma once

#include <QRectF>
#include <optional>

#include "widgets/explore/atlas_legend.h"
#include "widgets/explore/atlas_text.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// What stands above the rows' ends.
[[nodiscard]] QString occupancyHead();

class AtlasLayout {
public:
    AtlasLayout(const AtlasPicture& picture, const Theme& theme, const QSizeF& size);

    [[nodiscard]] QRectF cell(std::size_t cell) const;
    /// The cell below a point.
    [[nodiscard]] std::optional<std::size_t> at(const QPointF& point) const;

    /// All cells of a panel.
    [[nodiscard]] const QRectF& panel(std::size_t panel) const { return m_panels[panel]; }
    /// Above a panel, where there are several: its value.
    [[nodiscard]] QRectF title(std::size_t panel) const;
    /// At a panel's upper left: what runs down and across.
    [[nodiscard]] QRectF corner(std::size_t panel) const;
    [[nodiscard]] QRectF columnHead(const AtlasPlace& place) const;
    [[nodiscard]] QRectF rowHead(const AtlasPlace& place) const;
    /// Rows' occupancies stand below their names, as beside the cells they would leave numbers no room.
    [[nodiscard]] bool isFolded() const { return m_folded; }
    /// Columns are too narrow for heads of the usual size.
    [[nodiscard]] bool hasSmallHeads() const { return m_small; }
    /// Beside the last column: the row's occupancy; above it: what that is, where it is not folded.
    [[nodiscard]] QRectF rowEnd(const AtlasPlace& place) const;
    [[nodiscard]] QRectF endHead(std::size_t panel) const;

    QRectF head;    ///< title
    QRectF legend;  ///< below
    AtlasLegend signs;
    double gap = 0;

private:
    QRectF placeLegend(const QRectF& all, AtlasLegend made, double grid);
    [[nodiscard]] std::size_t panelsAcross(const QRectF& room, const QSizeF& number) const;
    [[nodiscard]] QSizeF cellSize(const QRectF& room, std::size_t across) const;
    void place(const QRectF& room, std::size_t across, double tallest);

    const Atlas& m_atlas;
    std::vector<QRectF> m_panels;
    double m_left = 0, m_right = 0, m_top = 0;  ///< of row heads, row ends, column heads
    double m_title = 0;                         ///< of a panel; 0: there is one alone
    double m_between = 0;                       ///< panels
    bool m_folded = false;
    bool m_small = false;
};

}  // namespace lanescope
