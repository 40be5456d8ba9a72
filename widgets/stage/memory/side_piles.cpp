// SPDX-License-Identifier: GPL-3.0-or-later
// Banks and addresses.
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/memory/lane_fit.h"
#include "widgets/stage/memory/side_painter.h"

namespace lanescope {
namespace {

using paint::kGrid;

}  // namespace

void SidePainter::paintPile() {
    const Pile pile = pileOf(m_scene);
    paintAxis(pile);
    paintCells(pile);
    if (isNow()) paintNow(pile);
    labelHighest(pile);
    const PointWords words = RequestWords::point(m_scene);
    const QFontMetricsF number(m_theme.type(Type::Point));
    const QFontMetricsF unit(m_theme.type(Type::Title));
    const QFontMetricsF about(m_theme.type(Type::Body));
    const double width = std::max(
        number.horizontalAdvance(words.number) + m_theme.scaled(1.5 * kGrid) + unit.horizontalAdvance(words.unit),
        about.horizontalAdvance(words.about));
    paintPoint(freePlace(pile, {width + 1, number.height() * 0.9 + about.height()}), false);
}

void SidePainter::paintAxis(const Pile& pile) {
    const PilePlaces& places = m_layout.pile;
    const QFontMetricsF least(m_theme.type(Type::Least));
    const double left = places.field.left() - m_theme.scaled(kGrid);
    m_painter.setPen(QPen(m_theme.colour(Colour::Hair), 1));
    for (const unsigned level : {1U, 8U, 16U, 24U, 32U}) {
        const double y = places.cell(0, level - 1).top();
        m_painter.drawLine(QPointF(places.field.left(), y), QPointF(places.field.right(), y));
    }
    for (const unsigned level : {1U, 8U, 16U, 24U, 32U}) {
        const double y = places.cell(0, level - 1).center().y();
        write({m_layout.chart.left(), y - least.height() / 2, left - m_layout.chart.left(), least.height()},
              Qt::AlignRight | Qt::AlignVCenter, Type::Least, Colour::FaintText, QString::number(level));
    }
    const QColor foot = mix(m_inks.ground, m_inks.hue, pile.byBank ? Tint::kUntouched * 2 : Tint::kUntouched);
    const double top = places.field.bottom() + m_theme.scaled(kGrid) / 4;
    for (unsigned column = 0; column < Pile::kColumns; ++column) {
        if (!pile.byBank && (column < pile.firstColumn || column >= pile.firstColumn + m_scene.meetings.size()))
            continue;
        const QRectF cell = places.cell(column, 0);
        m_painter.fillRect(QRectF(cell.left() + 1, top, cell.width() - 2, m_theme.scaled(kGrid)), foot);
    }
    const auto tick = [&](unsigned column, const QString& text, Qt::Alignment how) {
        const double width = std::max(least.horizontalAdvance(text) + 2, places.column);
        const double centre = places.cell(column, 0).center().x();
        const double x = how == Qt::AlignLeft ? places.cell(column, 0).left() : centre - width / 2;
        write({std::min(x, places.field.right() - width), m_layout.ticks.top(), width, m_layout.ticks.height()},
              how | Qt::AlignVCenter, Type::Least, Colour::FaintText, text);
    };
    if (pile.byBank) {
        write({m_layout.chart.left(), m_layout.ticks.top(), left - m_layout.chart.left(), m_layout.ticks.height()},
              Qt::AlignRight | Qt::AlignVCenter, Type::Least, Colour::FaintText, tr("bank"));
        for (const unsigned bank : {0U, 8U, 16U, 24U, 31U}) tick(bank, QString::number(bank), Qt::AlignHCenter);
        return;
    }
    const auto name = [&](std::size_t i) {
        return QString::fromStdString(m_scene.elementAt(m_scene.meetings[i].address));
    };
    const auto last = static_cast<unsigned>(m_scene.meetings.size() - 1);
    tick(pile.firstColumn, name(0), Qt::AlignHCenter);
    if (places.column * last > 2 * least.horizontalAdvance(name(0)))
        tick(pile.firstColumn + last, name(last), Qt::AlignHCenter);
}

/// Levels that are served by now: a side with fewer is done earlier.
double SidePainter::servedOf(const Pile& pile) const { return m_look.progress * std::max(pile.levels, m_look.levels); }

void SidePainter::paintCells(const Pile& pile) {
    const PilePlaces& places = m_layout.pile;
    const double served = servedOf(pile);
    const QFont font = m_theme.type(Type::Least);
    const QFontMetricsF least(font);
    const double gap = std::min(1.0, places.row / 6);
    m_painter.setFont(font);
    for (const PileCell& cell : pile.cells) {
        const QRectF rect = places.cell(cell.column, cell.level).adjusted(gap, gap, -gap, -gap);
        // What is still to be served stands there, pale.
        m_painter.fillRect(rect, mix(m_inks.ground, m_inks.hue, Tint::kUntouched));
        const double share = std::clamp(served - cell.level, 0.0, 1.0);
        if (share <= 0) continue;
        m_painter.fillRect(
            rect, mix(m_inks.ground, m_inks.hue, Tint::kUntouched + share * (Tint::kValue - Tint::kUntouched)));
        const QString lane = QString::number(simt::firstLane(cell.lanes));
        if (simt::lanesIn(cell.lanes) > 1 || !paint::valueFits(least, lane, rect.size(), m_theme)) continue;
        m_painter.setPen(textOn(m_inks.value));
        m_painter.drawText(rect, Qt::AlignCenter, lane);
    }
    if (!m_look.lane) return;
    for (const PileCell& cell : pile.cells)
        if ((cell.lanes >> *m_look.lane & 1U) != 0)
            paint::spotlight(m_painter, m_theme, places.cell(cell.column, cell.level));
}

/// Read now: a ring around what is served. Written now: a bar at the foot of each column.
void SidePainter::paintNow(const Pile& pile) {
    const double served = servedOf(pile);
    if (m_scene.isLoad()) {
        const double width = std::min(m_theme.scaled(paint::kRing), std::max(1.5, m_layout.pile.row / 3));
        const double away = width / 2;
        QPainterPath all;
        all.setFillRule(Qt::WindingFill);
        for (const PileCell& cell : pile.cells)
            if (served > cell.level)
                all.addRect(m_layout.pile.cell(cell.column, cell.level).adjusted(-away, -away, away, away));
        QPen pen(m_inks.now, width);
        pen.setJoinStyle(Qt::MiterJoin);
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(all.simplified());
        m_painter.restore();
        return;
    }
    for (const PileCell& cell : pile.cells)
        if (cell.level == 0) paint::bar(m_painter, m_theme, m_layout.pile.cell(cell.column, 0));
}

/// Who is first and who is last in the highest column, where somebody has to wait; who shares a word, where few words
/// are wanted.
void SidePainter::labelHighest(const Pile& pile) {
    const std::vector<PileCell> cells = pile.highest();
    if (cells.empty()) return;
    const QFontMetricsF least(m_theme.type(Type::Least));
    const PilePlaces& places = m_layout.pile;
    const double away = m_theme.scaled(kGrid);
    constexpr std::size_t kWait = 4;
    if (cells.size() >= kWait) {
        if (paint::valueFits(least, QStringLiteral("31"), {places.column, places.row}, m_theme)) return;
        for (const PileCell& cell : {cells.front(), cells.back()}) {
            const QString text = lanesText(cell.lanes);
            const double width = least.horizontalAdvance(text) + 2;
            const QRectF at = places.cell(cell.column, cell.level);
            QRectF rect(at.left() - away - width, at.center().y() - least.height() / 2, width, least.height());
            if (rect.left() < places.field.left()) rect.moveLeft(at.right() + away);
            const auto first = static_cast<unsigned>((rect.left() - places.field.left()) / places.column);
            const auto end = static_cast<unsigned>(std::ceil((rect.right() - places.field.left()) / places.column));
            if (pile.heightOf(first, end) > 0) return;
            write(rect, Qt::AlignLeft | Qt::AlignVCenter, Type::Least, Colour::FaintText, text);
        }
        return;
    }
    if (pile.cells.size() > 2 || pile.levels != 1) return;
    std::vector<std::pair<QRectF, QString>> labels;
    for (const PileCell& cell : pile.cells) {
        const QString text = lanesText(cell.lanes);
        const double width = least.horizontalAdvance(text) + 2;
        const QRectF at = places.cell(cell.column, cell.level);
        const double x = std::clamp(at.center().x() - width / 2, places.field.left(), places.field.right() - width);
        labels.emplace_back(QRectF(x, at.top() - away / 2 - least.height(), width, least.height()), text);
    }
    // Neighbours' labels stand to either side.
    if (labels.size() == 2 && labels[0].first.right() + away > labels[1].first.left()) {
        labels[0].first.moveRight(places.cell(pile.cells[0].column, 0).right() - away / 2);
        labels[1].first.moveLeft(places.cell(pile.cells[1].column, 0).left() + away / 2);
        if (labels[0].first.left() < places.field.left() || labels[1].first.right() > places.field.right()) return;
    }
    for (const auto& [rect, text] : labels)
        write(rect, Qt::AlignLeft | Qt::AlignVCenter, Type::Least, Colour::FaintText, text);
}

QRectF SidePainter::freePlace(const Pile& pile, const QSizeF& size) const {
    const PilePlaces& places = m_layout.pile;
    const double gap = m_theme.scaled(2 * kGrid);
    const double top = places.field.top() + std::min(places.field.height() * 0.06, gap);
    QRectF best(places.field.left() + 0.42 * places.field.width(), top, size.width(), size.height());
    double least = 1e9;
    for (const double share : {0.42, 0.5, 0.56, 0.3, 0.2, 0.12, 0.04, 0.64}) {
        const double x = places.field.left() + share * places.field.width();
        if (x + size.width() > places.field.right()) continue;
        const auto first = static_cast<unsigned>(std::max(0.0, (x - gap - places.field.left()) / places.column));
        const auto end =
            static_cast<unsigned>(std::ceil((x + size.width() + gap - places.field.left()) / places.column));
        const double below = places.field.bottom() - pile.heightOf(first, end) * places.row;
        const double over = top + size.height() + gap / 2 - below;
        if (over >= least) continue;
        least = over;
        best.moveLeft(x);
        if (over <= 0) break;
    }
    return best;
}

void SidePainter::paintPoint(const QRectF& rect, bool beside) {
    const PointWords words = RequestWords::point(m_scene);
    const QFontMetricsF number(m_theme.type(Type::Point));
    const QFontMetricsF unit(m_theme.type(Type::Title));
    const double gap = m_theme.scaled(1.5 * kGrid);
    const double baseline = rect.top() + number.capHeight() * 1.12;
    m_painter.setPen(m_theme.colour(Colour::Text));
    m_painter.setFont(m_theme.type(Type::Point));
    m_painter.drawText(QPointF(rect.left(), baseline), words.number);
    const double x = rect.left() + number.horizontalAdvance(words.number) + gap;
    if (beside) {
        const double height = number.capHeight() / 2;
        write({x, baseline - 2 * height, rect.right() - x, height}, Qt::AlignLeft | Qt::AlignVCenter, Type::Title,
              Colour::Text, words.unit);
        write({x, baseline - height, rect.right() - x, height * 1.1}, Qt::AlignLeft | Qt::AlignBottom, Type::Body,
              Colour::FaintText, words.about);
        return;
    }
    m_painter.setFont(m_theme.type(Type::Title));
    m_painter.drawText(QPointF(x, baseline), words.unit);
    const QFontMetricsF body(m_theme.type(Type::Body));
    write({rect.left(), baseline + gap, rect.width(), body.height()}, Qt::AlignLeft | Qt::AlignTop, Type::Body,
          Colour::FaintText, words.about);
}

}  // namespace lanescope
