// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one map: what stands still, and what is in the air.
#pragma once

#include <QPainter>

#include "widgets/stage/map/map_layout.h"

namespace lanescope {

/// What is written beside the picture at a position.
struct MapWords {
    QString title;
    QString about;
    QStringList grids{};  ///< by MapLayout::grids
    QString matrix{};
    QStringList formula{};  ///< the last line is the one that counts
    QString launched{};     ///< "64 launched"
    QString shares{};       ///< "36 useful, 28 wasted"
    QString fate{};         ///< of the present item where it does not land: "wasted"
};

class MapPainter {
public:
    /// All must outlive this. `most` is what the longest of the maps abreast launches: the bar's whole length.
    MapPainter(const Theme& theme, const MapScene& scene, const MapLayout& layout, const QColor& hue,
               std::uint64_t most);

    /// From light to dark by number.
    [[nodiscard]] QColor colourOf(std::uint64_t item) const;

    /// What is there before anything is launched, and the words that stay.
    void ground(QPainter& painter, const MapWords& words) const;
    /// Items [first, end) have landed; on top of ground() and of those before them.
    void land(QPainter& painter, std::uint64_t first, std::uint64_t end) const;
    /// Formula, rings and the item in the air. `batch`: the first of several that were launched together.
    void now(QPainter& painter, const MapWords& words, std::uint64_t position, std::uint64_t batch, double flight,
             bool reduced) const;
    /// What somebody points at.
    void point(QPainter& painter, std::uint64_t item) const;
    /// One thread of a block: its part of the block's cell, and the elements that it writes, each 1 x 1.
    void pointThread(QPainter& painter, std::uint64_t item, std::uint64_t thread,
                     const std::vector<MapRect>& elements) const;

    /// Of fine maps: images with a pixel a cell; drawn by drawFine().
    struct Fine {
        std::vector<QImage> grids;
        QImage matrix;
    };
    [[nodiscard]] Fine fineGround() const;
    void landFine(Fine& fine, std::uint64_t first, std::uint64_t end) const;
    void drawFine(QPainter& painter, const Fine& fine) const;

private:
    void groundGrid(QPainter& painter, const MapGridPlace& place) const;
    void groundSteps(QPainter& painter, const MapGridPlace& place) const;
    void groundMatrix(QPainter& painter) const;
    void hatchWasted(QPainter& painter, const MapGridPlace& place) const;
    void bars(QPainter& painter, const MapWords& words) const;
    void block(QPainter& painter, const QRectF& cell, std::uint64_t item, bool launched) const;
    void tile(QPainter& painter, std::uint64_t item) const;
    [[nodiscard]] std::vector<QRectF> tilesOf(const MapRect& piece) const;
    void stairs(QPainter& painter, const MapItem& item, const QRectF& box, const QColor& colour) const;
    void formula(QPainter& painter, const QStringList& lines) const;
    void flight(QPainter& painter, const MapWords& words, std::uint64_t item, double share, bool reduced) const;
    void leave(QPainter& painter, std::uint64_t item) const;
    void ringItem(QPainter& painter, std::uint64_t item, bool target) const;
    [[nodiscard]] QRectF ringed(const QRectF& cell) const;
    [[nodiscard]] QColor idle() const;

    const Theme& m_theme;
    const MapScene& m_scene;
    const MapLayout& m_layout;
    QColor m_hue;
    std::uint64_t m_most;
};

/// Of an item by its number: from light to dark.
[[nodiscard]] QColor mapColour(const Theme& theme, const QColor& hue, std::uint64_t item, std::uint64_t items);
/// Of a block that is wasted.
[[nodiscard]] QColor mapIdle(const Theme& theme);

/// A line of text within a rectangle, cut with … where it must be.
void mapLine(QPainter& painter, const QRectF& rect, const QString& text, Qt::Alignment align = Qt::AlignLeft);

}  // namespace lanescope
