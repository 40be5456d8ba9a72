// SPDX-License-Identifier: GPL-3.0-or-later
// What moves on a map: the block in the air, where it comes from and where it lands, and the formula that sent it.
#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/map/map_painter.h"

namespace lanescope {
namespace {

using Fate = MapItem::Fate;

constexpr double kLeastRing = 8;  // pixels that a ring is wide, however small what it is around
constexpr double kLeastChip = 30;
constexpr double kMostRings = 64;  // of blocks that were launched together
constexpr double kTilt = 14;       // degrees, of what falls

/// So many in a row that `count` make about a square.
std::uint64_t squareSide(std::uint64_t count) {
    std::uint64_t side = 1;
    while (side * side < count) ++side;
    return side;
}

}  // namespace

QRectF MapPainter::ringed(const QRectF& cell) const {
    const double least = m_theme.scaled(kLeastRing);
    QRectF box = cell.width() >= 12 ? cell.adjusted(1, 1, -1, -1) : cell;
    if (box.width() < least) box = QRectF(box.center().x() - least / 2, box.top(), least, box.height());
    if (box.height() < least) box = QRectF(box.left(), box.center().y() - least / 2, box.width(), least);
    return box;
}

void MapPainter::ringItem(QPainter& painter, std::uint64_t number, bool target) const {
    const MapItem& item = m_scene.items[number];
    if (const auto cell = m_layout.cellOf(m_scene, item)) paint::ring(painter, m_theme, ringed(*cell));
    if (!target) return;
    for (std::uint16_t p = 0; p < item.pieces; ++p)
        for (const QRectF& rect : m_layout.rectsOf(m_scene, m_scene.piecesOf(item)[p]))
            paint::ring(painter, m_theme, ringed(rect));
}

void MapPainter::point(QPainter& painter, std::uint64_t number) const {
    const MapItem& item = m_scene.items[number];
    if (const auto cell = m_layout.cellOf(m_scene, item)) paint::spotlight(painter, m_theme, ringed(*cell));
    for (std::uint16_t p = 0; p < item.pieces; ++p)
        for (const QRectF& rect : m_layout.rectsOf(m_scene, m_scene.piecesOf(item)[p]))
            paint::spotlight(painter, m_theme, ringed(rect));
}

void MapPainter::pointThread(QPainter& painter, std::uint64_t number, std::uint64_t thread,
                             const std::vector<MapRect>& elements) const {
    const MapItem& item = m_scene.items[number];
    const Dim3 block = m_scene.groups[item.group].block;
    const QColor ink = m_theme.colour(Colour::Text);
    if (const auto cell = m_layout.cellOf(m_scene, item)) {
        paint::spotlight(painter, m_theme, ringed(*cell));
        // A block in a row is laid out in lines, so that its threads are squares.
        const std::uint64_t across = block.y * block.z == 1 ? squareSide(block.count()) : block.x;
        const std::uint64_t down = (block.count() + across - 1) / across;
        const double width = cell->width() / static_cast<double>(across);
        const double height = cell->height() / static_cast<double>(down);
        painter.fillRect(QRectF(cell->left() + width * static_cast<double>(thread % across),
                                cell->top() + height * static_cast<double>(thread / across), std::max(2.0, width),
                                std::max(2.0, height)),
                         ink);
    }
    for (const MapRect& element : elements) {
        const QRectF place = m_layout.elementRect(m_scene, element.row, element.column);
        painter.fillRect(place, ink);
        if (place.width() < m_theme.scaled(kLeastRing)) paint::spotlight(painter, m_theme, ringed(place));
    }
}

void MapPainter::now(QPainter& painter, const MapWords& words, std::uint64_t position, std::uint64_t batch,
                     double share, bool reduced) const {
    formula(painter, words.formula);
    if (position == 0 || position > m_scene.items.size()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const std::uint64_t item = position - 1;
    const bool several = batch + 1 < position;
    if (several && static_cast<double>(position - batch) <= kMostRings)
        for (std::uint64_t i = batch; i < item; ++i) ringItem(painter, i, true);
    if (!several && share < 1) leave(painter, item);
    ringItem(painter, item, true);
    if (!several) flight(painter, words, item, share, reduced);
    painter.restore();
}

/// While a block is in the air its place in the grid is empty.
void MapPainter::leave(QPainter& painter, std::uint64_t number) const {
    const MapItem& item = m_scene.items[number];
    if (m_scene.kind != MapKind::Blocks) return;
    if (const auto cell = m_layout.cellOf(m_scene, item)) painter.fillRect(*cell, m_theme.colour(Colour::Ground));
}

void MapPainter::flight(QPainter& painter, const MapWords& words, std::uint64_t number, double share,
                        bool reduced) const {
    const MapItem& item = m_scene.items[number];
    const auto from = m_layout.cellOf(m_scene, item);
    if (!from) return;
    const bool lands = item.fate == Fate::Writes && item.pieces > 0;
    const QColor colour = lands ? colourOf(number) : m_theme.colour(Colour::Idle);
    const QPointF start = from->center();
    const QFont font = m_theme.type(Type::Least);
    const QString text = QString::number(number);
    const double chip = std::max(m_theme.scaled(kLeastChip),
                                 QFontMetricsF(font).horizontalAdvance(text) + m_theme.scaled(paint::kGrid) * 1.5);
    // What falls comes to rest beside the grid, with a word; what lands is a cell of the matrix from then on.
    struct Way {
        QPainterPath path;
        QRectF target;
    };
    std::vector<Way> ways;
    if (lands) {
        constexpr std::uint16_t kMostChips = 8;
        for (std::uint16_t p = 0; p < std::min(item.pieces, kMostChips); ++p) {
            const QRectF target = m_layout.rectsOf(m_scene, m_scene.piecesOf(item)[p]).front();
            const QPointF end = target.center();
            QPainterPath path(start);
            if (m_layout.beside) {
                const double lift = std::min(m_theme.scaled(96), start.y() - m_layout.heading.bottom());
                const QPointF up(0, -std::max(0.0, lift));
                path.cubicTo(start + (end - start) * 0.3 + up, end - (end - start) * 0.3 + up, end);
            } else {
                const double room = m_layout.room.right() - std::max(start.x(), end.x()) - chip / 2;
                const double out = std::max(start.x(), end.x()) + std::clamp(1.3 * room, 0.0, m_theme.scaled(120));
                path.cubicTo({out, start.y()}, {out, end.y()}, end);
            }
            ways.push_back({path, target});
        }
    } else {
        const double word = QFontMetricsF(font).horizontalAdvance(words.fate) + chip;
        const double x = std::max(m_layout.room.left() + chip / 2,
                                  std::min(start.x() + m_theme.scaled(72), m_layout.room.right() - word - chip / 2));
        const double y =
            std::min(start.y() + m_theme.scaled(m_theme.isCompact() ? 80 : 176), m_layout.formula.top() - chip);
        QPainterPath path(start);
        path.cubicTo({x + (start.x() + m_theme.scaled(88) - x) * 0.6, start.y()}, {x, (start.y() + y) / 2}, {x, y});
        ways.push_back({path, QRectF(x - chip / 2, y - chip / 2, chip, chip)});
    }
    for (const Way& way : ways) {
        QColor trail = colour;
        trail.setAlphaF(lands ? 0.28F : 0.35F);
        if (share < 1 || reduced || !lands)
            painter.strokePath(way.path, QPen(trail, m_theme.scaled(10), Qt::SolidLine, Qt::RoundCap));
        if (lands && (share >= 1 || reduced)) continue;
        const QPointF at = way.path.pointAtPercent(std::clamp(share, 0.0, 1.0));
        const double least = std::min(chip, m_theme.scaled(kLeastChip));
        const double width = std::max(chip, from->width() + (way.target.width() - from->width()) * share);
        const double height = std::max(least, from->height() + (way.target.height() - from->height()) * share);
        const double most = m_theme.scaled(120);
        const QRectF box(-std::min(width, most) / 2, -std::min(height, most) / 2, std::min(width, most),
                         std::min(height, most));
        painter.save();
        painter.translate(at);
        painter.rotate(!lands ? kTilt * share : item.turned ? 180 * share : 0);
        painter.setPen(QPen(m_theme.colour(Colour::Now), m_theme.scaled(paint::kRing)));
        painter.setBrush(colour);
        painter.drawRoundedRect(box, 6, 6);
        QFont bold = std::min(box.width(), box.height()) >= m_theme.scaled(64) ? m_theme.type(Type::Title) : font;
        bold.setWeight(QFont::Bold);
        painter.setFont(bold);
        painter.setPen(textOn(colour));
        painter.drawText(box, Qt::AlignCenter, text);
        painter.restore();
        if (lands) continue;
        painter.setFont(bold);
        painter.setPen(m_theme.colour(Colour::Text));
        // On a ground of its own: below may be cells.
        const QRectF word(at.x() + chip * 0.7, at.y() - chip / 2,
                          QFontMetricsF(bold).horizontalAdvance(words.fate) + chip * 0.2, chip);
        painter.fillRect(word, m_theme.colour(Colour::Ground));
        painter.drawText(word.adjusted(chip * 0.1, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words.fate);
    }
}

void MapPainter::formula(QPainter& painter, const QStringList& lines) const {
    if (lines.isEmpty()) return;
    QFont font = m_theme.type(Type::Body);
    const double height = QFontMetricsF(font).height() * 1.15;
    const auto room = std::max<qsizetype>(1, static_cast<qsizetype>((m_layout.formula.height() + 2) / height));
    const qsizetype first = std::max<qsizetype>(0, lines.size() - room);
    double y = m_layout.formula.top();
    for (qsizetype i = first; i < lines.size(); ++i, y += height) {
        const bool last = i + 1 == lines.size();
        font.setWeight(last ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(m_theme.colour(last ? Colour::Text : Colour::FaintText));
        mapLine(painter, {m_layout.formula.left(), y, m_layout.formula.width(), height}, lines[i]);
    }
}

}  // namespace lanescope
