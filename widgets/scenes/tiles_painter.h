// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a TilesScene at any size on any paint device: the window, a PNG, an SVG, a film. Few cells are drawn one by one
// with their marks and values; many become one image. What is read, written, wrong or empty differs in shape as well as
// in colour.
#pragma once

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <optional>

#include "widgets/scenes/tiles_layout.h"
#include "widgets/scenes/tiles_scene.h"
#include "widgets/style/palette.h"

namespace lanescope {

/// What is lit up by the selection.
struct TilesMarks {
    std::optional<ElementPick> hovered;
    std::optional<ElementPick> pinned;
    std::optional<ElementPick> cursor;  ///< of the keyboard, while the view has the focus
    std::optional<ThreadRef> thread;    ///< elements it touches now get a second frame
};

class TilesPainter {
    Q_DECLARE_TR_FUNCTIONS(lanescope::TilesPainter)
public:
    TilesPainter(const TilesStyle& style, const TilesLayout& layout) : m_style(style), m_layout(layout) {}

    void paint(QPainter& painter, const TilesScene& scene, const TilesMarks& marks = {}) const;

    /// Smallest cell, in pixels, whose value is written into it.
    [[nodiscard]] static qreal valueCell(const TilesStyle& style);

private:
    void paintPanel(QPainter& painter, const TilesScene& scene, const TileGrid& grid, const PanelLayout& panel,
                    const TilesMarks& marks) const;
    void paintTitle(QPainter& painter, const TilesScene& scene, const TileGrid& grid, const PanelLayout& panel) const;
    void paintMinimap(QPainter& painter, const TileGrid& grid, const QRectF& rect) const;
    void paintIndices(QPainter& painter, const PanelLayout& panel, const CellGeometry& geometry) const;
    void paintLegend(QPainter& painter, const TilesScene& scene) const;
    /// The longest wording of type and extent that fits into `room` pixels.
    [[nodiscard]] QString aboutShape(const ArrayShape& shape, const QFontMetricsF& metrics, qreal room) const;
    [[nodiscard]] QString accessSentence(const TilesScene& scene, const TileGrid& grid, qreal room) const;
    [[nodiscard]] QColor colour(Colour role) const { return colourOf(role, m_style.look); }

    const TilesStyle& m_style;
    const TilesLayout& m_layout;
};

/// The colour that an array keeps in every view.
[[nodiscard]] QColor identityOf(ArrayRef array, Look look);

/// "0–31", "4", "0, 2, 4–7": a set of lanes in few words.
[[nodiscard]] QString laneRanges(std::uint32_t lanes);

}  // namespace lanescope
