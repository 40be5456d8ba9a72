// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one side of the view of memory: a pile, or lanes and the lines that they take from.
#pragma once

#include <QCoreApplication>
#include <QPainter>

#include "widgets/stage/memory/memory_painter.h"
#include "widgets/stage/memory/request_strip.h"
#include "widgets/stage/memory/request_words.h"
#include "widgets/stage/memory/side_layout.h"

namespace lanescope {

class SidePainter {
    Q_DECLARE_TR_FUNCTIONS(lanescope::SidePainter)
public:
    /// `side` has a request.
    SidePainter(QPainter& painter, const Theme& theme, const SideLayout& layout, const MemorySide& side,
                const MemoryLook& look);
    /// `name` of the side; empty for a single one.
    void paint(const QString& name);

private:
    void paintPile();
    void paintAxis(const Pile& pile);
    [[nodiscard]] double servedOf(const Pile& pile) const;
    void paintCells(const Pile& pile);
    void paintNow(const Pile& pile);
    void labelHighest(const Pile& pile);
    void paintPoint(const QRectF& rect, bool beside);
    [[nodiscard]] QRectF freePlace(const Pile& pile, const QSizeF& size) const;

    void paintLines();
    void markLines(std::size_t shown);
    [[nodiscard]] std::optional<QRectF> placeOf(const simt::Piece& piece, std::size_t shown) const;
    void paintStrings();
    void paintSeenLane(std::size_t shown);
    void paintDots();

    void paintNeighbour();
    void write(const QRectF& rect, Qt::Alignment how, Type type, Colour colour, const QString& text);

    [[nodiscard]] bool isNow() const { return m_side.when == SeenAccess::When::Now; }

    QPainter& m_painter;
    const Theme& m_theme;
    const SideLayout& m_layout;
    const MemorySide& m_side;
    const RequestScene& m_scene;
    const MemoryLook& m_look;
    RequestInks m_inks;
};

}  // namespace lanescope
