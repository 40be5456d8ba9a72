// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/tiles_painter.h"

#include <QFontMetricsF>
#include <QStringList>
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "widgets/scenes/cell_painter.h"
#include "widgets/scenes/counted.h"

namespace lanescope {

QColor identityOf(ArrayRef array, Look look) {
    return familyColour(array.index, array.kind != ArrayRef::Kind::Buffer, look);
}

QString laneRanges(std::uint32_t lanes) {
    QStringList parts;
    for (int lane = 0; lane < 32; ++lane) {
        if ((lanes >> lane & 1U) == 0) continue;
        const int last = lane + std::countr_one(lanes >> lane) - 1;
        parts << (last == lane       ? QString::number(lane)
                  : last == lane + 1 ? QStringLiteral("%1, %2").arg(lane).arg(last)
                                     : QStringLiteral("%1–%2").arg(lane).arg(last));
        lane = last;
    }
    return parts.join(QStringLiteral(", "));
}

qreal TilesPainter::valueCell(const TilesStyle& style) {
    return std::max(28.0, QFontMetricsF(style.font).height() * 1.4);
}

void TilesPainter::paint(QPainter& painter, const TilesScene& scene, const TilesMarks& marks) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(m_style.font);
    for (std::size_t i = 0; i < scene.grids.size() && i < m_layout.panels.size(); ++i)
        paintPanel(painter, scene, scene.grids[i], m_layout.panels[i], marks);
    paintLegend(painter, scene);
    painter.restore();
}

void TilesPainter::paintPanel(QPainter& painter, const TilesScene& scene, const TileGrid& grid,
                              const PanelLayout& panel, const TilesMarks& marks) const {
    paintTitle(painter, scene, grid, panel);
    if (panel.cells.isEmpty() || grid.visible.empty()) return;
    const CellGeometry geometry = geometryOf(panel.cells, grid.visible, grid.shape.isVector());
    paintIndices(painter, panel, geometry);
    const CellPainter cells(m_style, grid, geometry);
    cells.paint(painter);
    cells.paintMarks(painter, marks);
}

QString TilesPainter::accessSentence(const TilesScene& scene, const TileGrid& grid, qreal room) const {
    if (grid.now.empty() || !scene.step) return {};
    std::set<std::pair<std::uint64_t, std::uint64_t>> elements;
    std::uint32_t lanes = 0;
    for (const LaneTouch& touch : grid.now) {
        elements.insert({touch.row, touch.column});
        lanes |= 1U << touch.lane;
    }
    const QString who = Counted::lanes(std::popcount(lanes));
    const QString what = Counted::elements(static_cast<int>(elements.size()));
    QString access;
    QString brief;
    QString briefest;
    switch (scene.step->access) {
        case simt::AccessKind::Load:
            access = tr("%1 read %2").arg(who, what);
            brief = tr("%1 read").arg(what);
            briefest = tr("%1 read").arg(elements.size());
            break;
        case simt::AccessKind::Store:
            access = tr("%1 write %2").arg(who, what);
            brief = tr("%1 written").arg(what);
            briefest = tr("%1 written").arg(elements.size());
            break;
        case simt::AccessKind::Atomic:
            access = tr("%1 update %2").arg(who, what);
            brief = tr("%1 updated").arg(what);
            briefest = tr("%1 updated").arg(elements.size());
            break;
        case simt::AccessKind::None: return {};
    }
    const QFontMetricsF metrics(m_style.font);
    for (const QString& wording : {tr("Warp %1: %2").arg(scene.step->warp).arg(access), access, brief, briefest})
        if (metrics.horizontalAdvance(wording) <= room) return wording;
    return metrics.elidedText(briefest, Qt::ElideRight, room);
}

QString TilesPainter::aboutShape(const ArrayShape& shape, const QFontMetricsF& metrics, qreal room) const {
    const std::string_view typeName = cudaNameOf(shape.type);
    const QString type = QString::fromLatin1(typeName.data(), static_cast<qsizetype>(typeName.size()));
    const QString extent = tr("%1 × %2").arg(shape.rows).arg(shape.columns);
    QStringList wordings;
    if (shape.array.kind == ArrayRef::Kind::Shared) wordings << tr("%1 %2, shared").arg(extent, type);
    wordings << tr("%1 %2").arg(extent, type) << extent;
    for (const QString& wording : wordings)
        if (metrics.horizontalAdvance(wording) <= room) return wording;
    return {};
}

void TilesPainter::paintTitle(QPainter& painter, const TilesScene& scene, const TileGrid& grid,
                              const PanelLayout& panel) const {
    const ArrayShape& shape = grid.shape;
    const QFontMetricsF metrics(m_style.font);
    const qreal line = metrics.height();
    const bool partly = !grid.visible.empty() && !(grid.visible == shape.whole());
    const bool hasMap = partly && panel.frame.width() > 4 * panel.minimap.width();
    const qreal right = hasMap ? panel.minimap.left() - 6 : panel.title.right();

    const qreal swatch = std::round(line * 0.7);
    const QRectF box(panel.title.left(), panel.title.top() + (line - swatch) / 2, swatch, swatch);
    painter.fillRect(box, identityOf(shape.array, m_style.look));

    QFont bold = m_style.font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(colour(Colour::Text));
    const QString name = QString::fromStdString(shape.name);
    QRectF place(box.right() + 6, panel.title.top(), right - box.right() - 6, line);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, name);
    place.setLeft(place.left() + QFontMetricsF(bold).horizontalAdvance(name) + 8);

    painter.setFont(m_style.font);
    painter.setPen(colour(Colour::FaintText));
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, aboutShape(shape, metrics, place.width()));

    const QRectF below(panel.title.left(), panel.title.top() + line, right - panel.title.left(), line);
    QString second = accessSentence(scene, grid, below.width());
    const bool active = !second.isEmpty();
    if (!active && partly) {
        const Region& v = grid.visible;
        second = shape.isVector() ? tr("elements %1–%2").arg(v.column).arg(v.column + v.columns - 1)
                                  : tr("rows %1–%2, columns %3–%4")
                                        .arg(v.row)
                                        .arg(v.row + v.rows - 1)
                                        .arg(v.column)
                                        .arg(v.column + v.columns - 1);
        if (metrics.horizontalAdvance(second) > below.width())
            second = QStringLiteral("[%1–%2][%3–%4]")
                         .arg(v.row)
                         .arg(v.row + v.rows - 1)
                         .arg(v.column)
                         .arg(v.column + v.columns - 1);
    }
    painter.setPen(colour(active ? Colour::Text : Colour::FaintText));
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(second, Qt::ElideRight, below.width()));
    if (hasMap) paintMinimap(painter, grid, panel.minimap);
}

void TilesPainter::paintMinimap(QPainter& painter, const TileGrid& grid, const QRectF& rect) const {
    const ArrayShape& shape = grid.shape;
    const auto rows = static_cast<qreal>(shape.rows);
    const auto columns = static_cast<qreal>(shape.columns);
    const qreal scale = std::min(rect.width() / columns, rect.height() / rows);
    const QSizeF size(std::max(4.0, columns * scale), std::max(4.0, rows * scale));
    const QRectF whole(QPointF(rect.right() - size.width(), rect.top()), size);
    const auto place = [&](const Region& region) {
        QRectF r(whole.left() + static_cast<qreal>(region.column) / columns * whole.width(),
                 whole.top() + static_cast<qreal>(region.row) / rows * whole.height(),
                 static_cast<qreal>(region.columns) / columns * whole.width(),
                 static_cast<qreal>(region.rows) / rows * whole.height());
        r.setWidth(std::max(2.0, r.width()));
        r.setHeight(std::max(2.0, r.height()));
        return r.intersected(whole);
    };
    const QColor identity = identityOf(shape.array, m_style.look);
    painter.fillRect(whole, mix(colour(Colour::Ground), identity, 0.16));
    if (!grid.touched.empty()) painter.fillRect(place(grid.touched), mix(colour(Colour::Ground), identity, 0.6));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour(Colour::FaintText), 1));
    painter.drawRect(whole);
    painter.setPen(QPen(colour(Colour::Text), 1.5));
    painter.drawRect(place(grid.visible));
}

void TilesPainter::paintIndices(QPainter& painter, const PanelLayout& panel, const CellGeometry& geometry) const {
    const QFontMetricsF metrics(m_style.font);
    painter.setFont(m_style.font);
    painter.setPen(colour(Colour::FaintText));
    const Region& visible = geometry.visible;
    // As many numbers as have room: every one, else every 2nd, 4th, 8th …
    const auto stride = [&geometry](qreal needed) {
        std::uint64_t step = 1;
        while (static_cast<qreal>(step) * geometry.size < needed) step *= 2;
        return step;
    };
    // Of a broken vector what is to be added to the number at the line's left end.
    const bool broken = geometry.isBroken();
    const std::uint64_t first = broken ? 0 : visible.column;
    const auto written = [broken](std::uint64_t column) {
        return (broken ? QStringLiteral("+") : QString()) + QString::number(column);
    };
    const std::uint64_t columnStep = stride(metrics.horizontalAdvance(written(first + geometry.across - 1)) + 6);
    const qreal rightmost = panel.frame.right();
    for (std::uint64_t column = first; column < first + geometry.across; ++column) {
        if (column % columnStep != 0) continue;
        const QRectF cell = geometry.rectOf(visible.row, column + (broken ? visible.column : 0));
        const QString text = written(column);
        const qreal width = metrics.horizontalAdvance(text);
        const qreal left = cell.center().x() - width / 2;
        if (left + width > rightmost) break;
        painter.drawText(QRectF(left, cell.top() - panel.columnGutter, width + 1, panel.columnGutter - 1),
                         Qt::AlignLeft | Qt::AlignBottom, text);
    }
    const std::uint64_t rowStep = stride(metrics.height());
    for (std::uint64_t line = 0; line < geometry.lines; ++line) {
        const std::uint64_t row = broken ? visible.column + line * geometry.across : visible.row + line;
        if ((broken ? line : row) % rowStep != 0) continue;
        const qreal middle = geometry.origin.y() + (static_cast<qreal>(line) + 0.5) * geometry.size;
        const QRectF place(geometry.origin.x() - panel.rowGutter, middle - metrics.height() / 2, panel.rowGutter - 4,
                           metrics.height());
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, QString::number(row));
    }
}

void TilesPainter::paintLegend(QPainter& painter, const TilesScene& scene) const {
    const QFontMetricsF metrics(m_style.font);
    const qreal side = std::round(metrics.height() * 0.9);
    TileGrid sample;  // swatches in C's colour, which all states of a buffer can have
    sample.shape.array = {ArrayRef::Kind::Buffer, 2};
    const CellGeometry none;
    const CellPainter cells(m_style, sample, none);
    painter.setFont(m_style.font);
    const QList<LegendEntry> entries = legendEntries();
    const QList<QRectF> places = placeLegend(m_layout.legend, metrics);
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (entries[i].state == CellState::Wrong && !scene.anyWrong) continue;
        const QRectF& place = places[i];
        if (place.bottom() > m_layout.legend.bottom() + 1) break;
        const QRectF box(place.left(), std::round(place.center().y() - side / 2), side, side);
        cells.paintCell(painter, box, entries[i].state);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour(Colour::FaintText), 1));
        painter.drawRect(box);
        painter.setPen(colour(Colour::Text));
        const QRectF words = place.adjusted(side + 6, 0, 4, 0);
        const QString text =
            metrics.elidedText(entries[i].text, Qt::ElideRight, m_layout.legend.right() + 4 - words.left());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

}  // namespace lanescope
