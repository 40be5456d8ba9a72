// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_painter.h"

#include <QFontMetricsF>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/map/map_text.h"

namespace lanescope {
namespace {

using Fate = MapItem::Fate;

constexpr double kIdleShare = 0.45;
constexpr double kLeastStairs = 28;  // pixels in which the parts of a tile can be seen

double radiusOf(const QRectF& cell) { return std::min(4.0, cell.width() / 6); }

/// A cell with a little of the ground around it.
QRectF inset(const QRectF& cell) {
    const double by = cell.width() >= 12 ? 1 : 0.5;
    return cell.adjusted(by, by, -by, -by);
}

}  // namespace

void mapLine(QPainter& painter, const QRectF& rect, const QString& text, Qt::Alignment align) {
    painter.drawText(rect, static_cast<int>(align | Qt::AlignVCenter) | Qt::TextSingleLine,
                     QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, rect.width() + 0.5));
}

MapPainter::MapPainter(const Theme& theme, const MapScene& scene, const MapLayout& layout, const QColor& hue,
                       std::uint64_t most)
    : m_theme(theme), m_scene(scene), m_layout(layout), m_hue(hue), m_most(most) {}

QColor mapColour(const Theme& theme, const QColor& hue, std::uint64_t item, std::uint64_t items) {
    const QColor first = mix(theme.colour(Colour::Ground), hue, 0.3);
    const QColor last = mix(hue, theme.colour(Colour::Text), 0.25);
    const auto most = static_cast<double>(std::max<std::uint64_t>(2, items) - 1);
    return mix(first, last, static_cast<double>(item) / most);
}

QColor mapIdle(const Theme& theme) { return mix(theme.colour(Colour::Ground), theme.colour(Colour::Idle), kIdleShare); }

QColor MapPainter::colourOf(std::uint64_t item) const { return mapColour(m_theme, m_hue, item, m_scene.items.size()); }

QColor MapPainter::idle() const { return mapIdle(m_theme); }

void MapPainter::ground(QPainter& painter, const MapWords& words) const {
    painter.save();
    paint::heading(painter, m_theme, m_layout.heading, words.title, words.about);
    painter.setFont(m_theme.type(Type::Least));
    painter.setPen(m_theme.colour(Colour::FaintText));
    for (std::size_t i = 0; i < m_layout.grids.size(); ++i)
        if (i < static_cast<std::size_t>(words.grids.size()))
            mapLine(painter, m_layout.grids[i].label, words.grids[static_cast<qsizetype>(i)]);
    mapLine(painter, m_layout.matrixLabel, words.matrix);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const MapGridPlace& place : m_layout.grids) {
        if (m_scene.kind == MapKind::Steps)
            groundSteps(painter, place);
        else if (!m_layout.isFineGrid(m_scene, place))
            groundGrid(painter, place);
    }
    if (m_scene.buffer && !m_layout.isFine()) groundMatrix(painter);
    bars(painter, words);
    painter.restore();
}

void MapPainter::groundGrid(QPainter& painter, const MapGridPlace& place) const {
    const MapGroup& group = m_scene.groups[place.group];
    if (m_scene.kind == MapKind::Passes) {
        // The one block, with its threads.
        painter.setPen(QPen(m_hue, m_theme.scaled(paint::kFrame)));
        painter.setBrush(mix(m_theme.colour(Colour::Ground), m_hue, Tint::kUntouched));
        painter.drawRoundedRect(inset(place.cells), radiusOf(place.cells), radiusOf(place.cells));
        return;
    }
    for (std::uint64_t i = 0; i < group.items; ++i) {
        const MapItem& item = m_scene.items[group.first + i];
        if (const auto cell = m_layout.cellOf(m_scene, item)) block(painter, *cell, group.first + i, false);
    }
}

void MapPainter::block(QPainter& painter, const QRectF& cell, std::uint64_t item, bool launched) const {
    const QRectF box = inset(cell);
    const double radius = radiusOf(cell);
    painter.setPen(Qt::NoPen);
    switch (m_scene.items[item].fate) {
        case Fate::Unknown:
            painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box, radius, radius);
            return;
        case Fate::Wasted:
            // What is launched is hollow, here as with those that work; hatched is who has nothing to do.
            painter.setBrush(launched ? m_theme.colour(Colour::Ground) : idle());
            painter.drawRoundedRect(box, radius, radius);
            painter.setBrush(paint::hatch(m_theme));
            painter.drawRoundedRect(box, radius, radius);
            if (!launched) return;
            painter.setPen(QPen(m_theme.colour(Colour::Idle), m_theme.scaled(paint::kFrame)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
            return;
        case Fate::Elsewhere:
        case Fate::Writes: break;
    }
    const QColor colour = colourOf(item);
    painter.setBrush(launched ? m_theme.colour(Colour::Ground) : colour);
    painter.drawRoundedRect(box, radius, radius);
    if (!launched) return;
    painter.setPen(QPen(colour, m_theme.scaled(paint::kFrame)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void MapPainter::groundSteps(QPainter& painter, const MapGridPlace& place) const {
    const QRectF& lane = place.cells;
    painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
    painter.drawLine(QPointF(lane.left(), lane.bottom() + 2), QPointF(lane.right(), lane.bottom() + 2));
    painter.setFont(m_theme.type(Type::Least));
    const QFontMetricsF metrics(painter.font());
    for (std::uint64_t i = m_layout.firstStep; i < m_layout.firstStep + m_layout.shownSteps && i < m_scene.items.size();
         ++i) {
        const MapItem& item = m_scene.items[i];
        if (item.group != place.group) continue;
        const QRectF box = inset(*m_layout.cellOf(m_scene, item));
        const QColor colour = item.fate == Fate::Writes ? colourOf(i) : idle();
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(box, radiusOf(box), radiusOf(box));
        painter.setPen(textOn(colour));
        const QString name = MapText::stepName(m_scene.plan->steps[item.step]);
        mapLine(painter, box.adjusted(3, 0, -1, 0), name);
    }
}

void MapPainter::groundMatrix(QPainter& painter) const {
    const QColor rule = m_theme.colour(Colour::GridLine), dot = m_theme.colour(Colour::Idle);
    for (std::uint32_t row = 0; row < m_scene.latticeRows; ++row)
        for (std::uint32_t column = 0; column < m_scene.latticeColumns; ++column) {
            const QRectF cell = m_layout.latticeRect(row, column);
            if (m_scene.isOwned(row, column)) {
                painter.setPen(QPen(rule, 1));
                painter.setBrush(Qt::NoBrush);
                const QRectF box = inset(cell).adjusted(0.5, 0.5, -0.5, -0.5);
                painter.drawRoundedRect(box, radiusOf(cell), radiusOf(cell));
            } else {
                const double half = cell.width() >= 12 ? 1 : 0.5;
                painter.fillRect(QRectF(cell.center() - QPointF(half, half), QSizeF(2 * half, 2 * half)), dot);
            }
        }
}

void MapPainter::bars(QPainter& painter, const MapWords& words) const {
    const QRectF& bar = m_layout.bar;
    const bool blocks = m_scene.kind == MapKind::Blocks;
    const double perItem = bar.width() / static_cast<double>(std::max<std::uint64_t>(1, m_most));
    const double useful = perItem * static_cast<double>(m_scene.useful());
    const double wasted = perItem * static_cast<double>(m_scene.wasted);
    const double unknown = perItem * static_cast<double>(m_scene.launched - m_scene.known);
    painter.setPen(Qt::NoPen);
    const auto part = [&](double from, double length, const QBrush& brush) {
        if (length <= 0) return;
        painter.setBrush(brush);
        const double gap = from > 0 && length > 4 ? 2 : 0;
        painter.drawRoundedRect(QRectF(bar.left() + from + gap, bar.top(), std::max(1.0, length - gap), bar.height()),
                                std::min(4.0, length / 3), std::min(4.0, length / 3));
    };
    if (blocks) part(0, useful, m_hue);
    part(useful, wasted, idle());
    part(useful, wasted, paint::hatch(m_theme));
    if (blocks && unknown > 0) {
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1, Qt::DashLine));
        part(useful + wasted, unknown, Qt::NoBrush);
    }
    QFont bold = m_theme.type(Type::Body);
    bold.setWeight(QFont::Bold);
    painter.setFont(bold);
    painter.setPen(m_theme.colour(Colour::Text));
    const double width = QFontMetricsF(bold).horizontalAdvance(words.launched) + m_theme.scaled(2 * paint::kGrid);
    const QFont plain = m_theme.type(Type::Body);
    // Where both do not fit, what is launched is seen from the grid.
    const bool both = width + QFontMetricsF(plain).horizontalAdvance(words.shares) <= m_layout.counts.width();
    if (both) mapLine(painter, m_layout.counts, words.launched);
    painter.setFont(plain);
    painter.setPen(m_theme.colour(Colour::FaintText));
    mapLine(painter, m_layout.counts.adjusted(both ? width : 0, 0, 0, 0), words.shares);
}

void MapPainter::land(QPainter& painter, std::uint64_t first, std::uint64_t end) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool fine = !m_scene.buffer || m_layout.isFine();
    for (std::uint64_t i = first; i < end && i < m_scene.items.size(); ++i) {
        const MapItem& item = m_scene.items[i];
        if (m_scene.kind == MapKind::Blocks) {
            const auto place = std::ranges::find(m_layout.grids, item.group, &MapGridPlace::group);
            if (place != m_layout.grids.end() && !m_layout.isFineGrid(m_scene, *place))
                block(painter, *m_layout.cellOf(m_scene, item), i, true);
        }
        if (!fine && item.fate == Fate::Writes) tile(painter, i);
    }
    painter.restore();
}

/// Of a tile that is not full: what of it is written.
void MapPainter::stairs(QPainter& painter, const MapItem& item, const QRectF& box, const QColor& colour) const {
    const MapRect& first = *m_scene.piecesOf(item);
    const double width = box.width() / m_scene.unitColumns, height = box.height() / m_scene.unitRows;
    const std::uint32_t left = m_scene.firstColumn + m_scene.latticeColumn(first) * m_scene.unitColumns;
    const std::uint32_t top = m_scene.firstRow + m_scene.latticeRow(first) * m_scene.unitRows;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::uint16_t r = 0; r < item.runs; ++r) {
        const MapRect& run = m_scene.runs[item.firstRun + r];
        painter.fillRect(QRectF(box.left() + width * (run.column - left), box.top() + height * (run.row - top),
                                width * run.columns, height * run.rows),
                         colour);
    }
    painter.restore();
}

/// Steps write parts of what earlier ones wrote: each cell of theirs says by itself who was the last.
std::vector<QRectF> MapPainter::tilesOf(const MapRect& piece) const {
    if (m_scene.kind != MapKind::Steps) return m_layout.rectsOf(m_scene, piece);
    std::vector<QRectF> cells;
    const MapScene::Span span = m_scene.spanOf(piece);
    for (std::uint32_t row = span.firstRow; row < span.endRow; ++row)
        for (std::uint32_t column = span.firstColumn; column < span.endColumn; ++column)
            cells.push_back(m_layout.latticeRect(row, column));
    return cells;
}

void MapPainter::tile(QPainter& painter, std::uint64_t number) const {
    const MapItem& item = m_scene.items[number];
    const QColor colour = colourOf(number);
    // Large tiles say it large.
    const QFont font = m_theme.type(m_layout.cell.height() >= m_theme.scaled(64) ? Type::Title : Type::Least);
    for (std::uint16_t p = 0; p < item.pieces; ++p) {
        const MapRect& piece = m_scene.piecesOf(item)[p];
        if (m_scene.kind == MapKind::Steps && m_scene.isWhole(piece)) continue;
        for (const QRectF& rect : tilesOf(piece)) {
            const QRectF box = inset(rect);
            painter.setPen(item.boxed ? QPen(colour, 1.5, Qt::DashLine) : QPen(Qt::NoPen));
            painter.setBrush(item.boxed ? QBrush(Qt::NoBrush) : QBrush(colour));
            const double radius = radiusOf(QRectF(QPointF(), m_layout.cell));
            const bool parts = item.runs > 0 && rect.width() >= m_theme.scaled(kLeastStairs) && m_scene.hasTiles();
            if (parts) painter.setBrush(mix(m_theme.colour(Colour::Ground), m_hue, Tint::kUntouched));
            painter.drawRoundedRect(box, radius, radius);
            if (parts) stairs(painter, item, box, colour);
            const QString text = QString::number(number);
            // As wide as the widest of so many digits, so that neighbours say it or do not say it alike.
            const QString widest(text.size(), QLatin1Char('0'));
            if (item.boxed || !paint::valueFits(QFontMetricsF(font), widest, rect.size(), m_theme)) continue;
            painter.setFont(font);
            painter.setPen(textOn(colour));
            painter.drawText(rect, Qt::AlignCenter, text);
        }
    }
}

// ---- fine maps

MapPainter::Fine MapPainter::fineGround() const {
    Fine fine;
    const QRgb ground = m_theme.colour(Colour::Ground).rgb();
    const QRgb owned = m_theme.colour(Colour::Hair).rgb();
    for (const MapGridPlace& place : m_layout.grids) {
        QImage image;
        if (m_layout.isFineGrid(m_scene, place)) {
            const MapGroup& group = m_scene.groups[place.group];
            const std::uint64_t rows = (group.items + group.columns - 1) / group.columns;
            image = QImage(static_cast<int>(group.columns), static_cast<int>(rows), QImage::Format_RGB32);
            image.fill(ground);
            for (std::uint64_t i = 0; i < group.items; ++i) {
                const bool works = m_scene.items[group.first + i].fate >= Fate::Elsewhere;
                image.setPixel(static_cast<int>(i % group.columns), static_cast<int>(i / group.columns),
                               works ? colourOf(group.first + i).rgb() : idle().rgb());
            }
        }
        fine.grids.push_back(std::move(image));
    }
    if (m_scene.buffer && m_layout.isFine()) {
        fine.matrix =
            QImage(static_cast<int>(m_layout.shownColumns), static_cast<int>(m_layout.shownRows), QImage::Format_RGB32);
        fine.matrix.fill(ground);
        for (std::uint32_t row = 0; row < m_scene.latticeRows; ++row)
            for (std::uint32_t column = 0; column < m_scene.latticeColumns; ++column)
                if (m_scene.isOwned(row, column)) {
                    const auto [r, c] = m_layout.shown(row, column);
                    fine.matrix.setPixel(static_cast<int>(c), static_cast<int>(r), owned);
                }
    }
    return fine;
}

void MapPainter::landFine(Fine& fine, std::uint64_t first, std::uint64_t end) const {
    const QRgb gone = mix(m_theme.colour(Colour::Ground), m_hue, Tint::kUntouched).rgb();
    const QRgb wasted = mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::Idle), kIdleShare / 3).rgb();
    for (std::uint64_t i = first; i < end && i < m_scene.items.size(); ++i) {
        const MapItem& item = m_scene.items[i];
        for (std::size_t g = 0; g < m_layout.grids.size(); ++g) {
            if (m_layout.grids[g].group != item.group || fine.grids[g].isNull()) continue;
            const std::uint64_t columns = m_scene.groups[item.group].columns;
            fine.grids[g].setPixel(static_cast<int>(item.number % columns), static_cast<int>(item.number / columns),
                                   item.fate >= Fate::Elsewhere ? gone : wasted);
        }
        if (fine.matrix.isNull()) continue;
        const QRgb colour = colourOf(i).rgb();
        for (std::uint16_t p = 0; p < item.pieces; ++p) {
            const MapScene::Span span = m_scene.spanOf(m_scene.piecesOf(item)[p]);
            for (std::uint32_t row = span.firstRow; row < span.endRow; ++row)
                for (std::uint32_t column = span.firstColumn; column < span.endColumn; ++column) {
                    const auto [r, c] = m_layout.shown(row, column);
                    fine.matrix.setPixel(static_cast<int>(c), static_cast<int>(r), colour);
                }
        }
    }
}

/// Of a fine grid: runs of a row that are wasted.
void MapPainter::hatchWasted(QPainter& painter, const MapGridPlace& place) const {
    const MapGroup& group = m_scene.groups[place.group];
    const std::uint64_t end = group.first + group.items;
    const QBrush hatch = paint::hatch(m_theme);
    for (std::uint64_t i = group.first; i < end;) {
        const std::uint64_t row = (i - group.first) / group.columns;
        const std::uint64_t rowEnd = std::min(end, group.first + (row + 1) * group.columns);
        while (i < rowEnd && m_scene.items[i].fate != Fate::Wasted) ++i;
        const std::uint64_t begin = i;
        while (i < rowEnd && m_scene.items[i].fate == Fate::Wasted) ++i;
        if (i == begin) continue;
        const auto column = static_cast<double>((begin - group.first) % group.columns);
        painter.fillRect(QRectF(place.cells.left() + m_layout.gridCell * column,
                                place.cells.top() + m_layout.gridCell * static_cast<double>(row),
                                m_layout.gridCell * static_cast<double>(i - begin), m_layout.gridCell),
                         hatch);
    }
}

void MapPainter::drawFine(QPainter& painter, const Fine& fine) const {
    painter.save();
    const auto draw = [&](const QRectF& target, const QImage& image) {
        if (image.isNull()) return;
        // Where several cells share a pixel their mean is seen, else each has its own.
        painter.setRenderHint(QPainter::SmoothPixmapTransform, target.width() < image.width());
        painter.drawImage(target, image);
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(target);
    };
    for (std::size_t g = 0; g < fine.grids.size() && g < m_layout.grids.size(); ++g) {
        draw(m_layout.grids[g].cells, fine.grids[g]);
        if (!fine.grids[g].isNull()) hatchWasted(painter, m_layout.grids[g]);
    }
    draw(m_layout.matrix, fine.matrix);
    painter.restore();
}

}  // namespace lanescope
