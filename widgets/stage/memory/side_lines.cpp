// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes and the lines that they take from.
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/memory/side_painter.h"

namespace lanescope {
namespace {

using paint::kGrid;

constexpr double kDot = 4.5;
constexpr double kOverlap = 0.1;  ///< of rectangles that make one outline

}  // namespace

void SidePainter::paintLines() {
    paintPoint(m_layout.point, true);
    const QFontMetricsF least(m_theme.type(Type::Least));
    const double names = m_layout.lines.left() - m_layout.chart.left() - m_theme.scaled(kGrid);
    const std::size_t shown = std::min<std::size_t>(m_scene.lines.size(), simt::kWarpSize);
    // Strings pass over what is not moved, and behind what is.
    for (std::size_t i = 0; i < shown; ++i) paintLineGround(m_painter, m_inks, m_layout.line(i, shown));
    paintStrings();
    bool brief = false;
    for (std::size_t i = 0; i < shown; ++i)
        brief = brief || least.horizontalAdvance(RequestWords::lineName(m_scene, m_scene.lines[i])) > names;
    double free = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        const QRectF rect = m_layout.line(i, shown);
        paintLineMoved(m_painter, m_inks, rect, m_scene, m_scene.lines[i]);
        if (rect.center().y() - least.height() / 2 < free) continue;
        write({m_layout.chart.left(), rect.center().y() - least.height() / 2, names, least.height()},
              Qt::AlignRight | Qt::AlignVCenter, Type::Least, Colour::FaintText,
              brief ? RequestWords::briefLineName(m_scene, m_scene.lines[i])
                    : RequestWords::lineName(m_scene, m_scene.lines[i]));
        free = rect.center().y() + least.height() / 2;
    }
    if (isNow()) markLines(shown);
    paintDots();
    if (m_look.lane) paintSeenLane(shown);
}

/// Read now: a ring around the sectors that are moved, one around all that touch. Written now: a bar at their foot.
void SidePainter::markLines(std::size_t shown) {
    const double between = m_layout.pitch - m_layout.bar;
    const double away = m_theme.scaled(paint::kRing) / 2;
    const bool touching = between < 2 * m_theme.scaled(paint::kRing) + 1;
    QPainterPath read;
    read.setFillRule(Qt::WindingFill);
    for (std::size_t number = 0; number < shown; ++number) {
        const LineUse& line = m_scene.lines[number];
        const QRectF rect = m_layout.line(number, shown);
        for (std::size_t i = line.first; i < line.end; ++i) {
            const std::size_t first = i;
            while (i + 1 < line.end &&
                   m_scene.sectors[i + 1].address == m_scene.sectors[i].address + simt::kSectorBytes)
                ++i;
            const double left = byteAt(rect, m_scene.sectors[first].address - line.address);
            const double right = byteAt(rect, m_scene.sectors[i].address - line.address + simt::kSectorBytes);
            const QRectF moved(left, rect.top(), right - left, rect.height());
            if (!m_scene.isLoad())
                paint::bar(m_painter, m_theme, moved, m_look.progress);
            else if (touching)
                read.addRect(moved.adjusted(-away, -between / 2 - kOverlap, away, between / 2 + kOverlap));
            else
                read.addRect(moved.adjusted(-away, -away, away, away));
        }
    }
    if (read.isEmpty()) return;
    m_painter.save();
    m_painter.setOpacity(m_painter.opacity() * m_look.progress);
    QPen pen(m_inks.now, m_theme.scaled(paint::kRing));
    pen.setJoinStyle(Qt::MiterJoin);
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(read.simplified());
    m_painter.restore();
}

std::optional<QRectF> SidePainter::placeOf(const simt::Piece& piece, std::size_t shown) const {
    const std::uint64_t address = piece.address / simt::kLineBytes * simt::kLineBytes;
    const auto at = std::ranges::find(m_scene.lines, address, &LineUse::address);
    const auto number = static_cast<std::size_t>(at - m_scene.lines.begin());
    if (at == m_scene.lines.end() || number >= shown) return std::nullopt;
    const QRectF rect = m_layout.line(number, shown);
    const double left = byteAt(rect, piece.address - address);
    return QRectF(left, rect.top(), byteAt(rect, piece.address - address + piece.bytes) - left, rect.height());
}

void SidePainter::paintStrings() {
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const std::size_t shown = std::min<std::size_t>(m_scene.lines.size(), simt::kWarpSize);
    QColor string = m_inks.hue;
    string.setAlpha(m_scene.lines.size() > 8 ? 110 : 190);
    m_painter.setPen(QPen(string, m_theme.scaled(1.2)));
    QVector<QLineF> strings;
    for (const simt::Piece& piece : simt::piecesOf(m_scene.request)) {
        const auto place = placeOf(piece, shown);
        if (!place) continue;
        const QPointF from = m_layout.dot(piece.lane);
        strings.emplace_back(from, from + (QPointF(place->center().x(), place->top()) - from) * m_look.progress);
    }
    m_painter.drawLines(strings);
    m_painter.restore();
}

void SidePainter::paintSeenLane(std::size_t shown) {
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    for (const simt::Piece& piece : simt::piecesOf(m_scene.request)) {
        const auto place = placeOf(piece, shown);
        if (piece.lane != m_look.lane || !place) continue;
        m_painter.setPen(QPen(m_inks.ink, m_theme.scaled(2.5)));
        m_painter.drawLine(m_layout.dot(piece.lane), QPointF(place->center().x(), place->top()));
        paint::spotlight(m_painter, m_theme, *place);
    }
    m_painter.restore();
}

void SidePainter::paintDots() {
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const double radius = std::min(m_theme.scaled(kDot), m_layout.dots.width() / simt::kWarpSize / 3);
    const QFontMetricsF least(m_theme.type(Type::Least));
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
        const bool active = (m_scene.request.lanes >> lane & 1U) != 0;
        const QPointF at = m_layout.dot(lane);
        m_painter.setPen(active ? Qt::NoPen : QPen(m_theme.colour(Colour::Idle), 1));
        m_painter.setBrush(active ? QBrush(m_inks.hue) : QBrush(Qt::NoBrush));
        m_painter.drawEllipse(at, active ? radius : radius * 0.7, active ? radius : radius * 0.7);
        if (m_look.lane == lane) {
            m_painter.setPen(QPen(m_inks.ink, m_theme.scaled(2)));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawEllipse(at, radius * 1.8, radius * 1.8);
        }
        if (lane % 8 != 0 && lane + 1 != simt::kWarpSize) continue;
        const double width = least.horizontalAdvance(QStringLiteral("00")) + 2;
        write({at.x() - width / 2, m_layout.dots.top(), width, least.height()}, Qt::AlignHCenter | Qt::AlignTop,
              Type::Least, Colour::FaintText, QString::number(lane));
    }
    m_painter.restore();
    write({m_layout.chart.left(), m_layout.dots.top(),
           m_layout.dots.left() - m_layout.chart.left() - m_theme.scaled(2 * kGrid), least.height()},
          Qt::AlignRight | Qt::AlignTop, Type::Least, Colour::FaintText, tr("lane"));
}

}  // namespace lanescope
