// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/side_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/memory/lane_fit.h"

namespace lanescope {
namespace {

using paint::kGrid;

constexpr double kAway = 0.5;  ///< opacity of an access that is not of this step
constexpr double kDot = 4.5;
constexpr double kOverlap = 0.1;  ///< of rectangles that make one outline

}  // namespace

SidePainter::SidePainter(QPainter& painter, const Theme& theme, const SideLayout& layout, const MemorySide& side,
                         const MemoryLook& look)
    : m_painter(painter),
      m_theme(theme),
      m_layout(layout),
      m_side(side),
      m_scene(*side.request),
      m_look(look),
      m_inks(theme, m_scene) {}

void SidePainter::write(const QRectF& rect, Qt::Alignment how, Type type, Colour colour, const QString& text) {
    const QFont font = m_theme.type(type);
    m_painter.setFont(font);
    m_painter.setPen(m_theme.colour(colour));
    m_painter.drawText(rect, how, QFontMetricsF(font).elidedText(text, Qt::ElideRight, rect.width()));
}

void SidePainter::paint(const QString& name) {
    const QString place = RequestWords::place(m_scene);
    const QString memory = RequestWords::memory(m_scene);
    if (name.isEmpty())
        paint::heading(m_painter, m_theme, m_layout.heading, memory, place);
    else
        paint::heading(m_painter, m_theme, m_layout.heading, name,
                       place.isEmpty() ? memory.toLower() : memory.toLower() + QStringLiteral(", ") + place);
    m_painter.save();
    if (m_side.dimmed) m_painter.setOpacity(m_painter.opacity() * kAway);
    if (m_scene.isShared() || m_scene.isAtomic())
        paintPile();
    else
        paintLines();
    const QString law = RequestWords::law(m_scene);
    const bool fits = QFontMetricsF(m_theme.type(Type::Name)).horizontalAdvance(law) <= m_layout.law.width();
    write(m_layout.law, Qt::AlignLeft | Qt::AlignVCenter, Type::Name, Colour::Text,
          fits ? law : RequestWords::briefLaw(m_scene));
    paintNeighbour();
    m_painter.restore();
    QString caption = RequestWords::what(m_scene);
    if (!m_side.dimmed && !isNow())
        caption = tr("The last: %1").arg(caption);
    else if (m_side.when == SeenAccess::When::Before)
        caption = tr("No access in this step. The last one: %1").arg(caption);
    else if (m_side.when == SeenAccess::When::Behind)
        caption = tr("No access yet. The first one: %1").arg(caption);
    write(m_layout.caption, Qt::AlignLeft | Qt::AlignVCenter, Type::Least,
          m_side.dimmed ? Colour::Text : Colour::FaintText, caption);
}

// ---- piles

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

// ---- lines

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

// ---- the other end of the way

void SidePainter::paintNeighbour() {
    if (m_layout.next.isEmpty()) return;
    if (!m_side.neighbour)
        return write(m_layout.nextHead, Qt::AlignLeft | Qt::AlignVCenter, Type::Least, Colour::FaintText,
                     tr("No other access holds these values as they are."));
    const RequestScene& other = *m_side.neighbour;
    QFont bold = m_theme.type(Type::Head);
    bold.setLetterSpacing(QFont::PercentageSpacing, 108);
    const QString kind = RequestWords::kind(other).toUpper();
    const QString head = m_side.neighbourAfter ? tr("THEN: %1").arg(kind) : tr("BEFORE: %1").arg(kind);
    m_painter.setFont(bold);
    m_painter.setPen(m_theme.colour(Colour::Text));
    m_painter.drawText(m_layout.nextHead, Qt::AlignLeft | Qt::AlignVCenter, head);
    const double used = QFontMetricsF(bold).horizontalAdvance(head) + m_theme.scaled(1.5 * kGrid);
    write(m_layout.nextHead.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, Type::Least, Colour::FaintText,
          RequestWords::cost(other));
    const RequestInks inks(m_theme, other);
    const QFontMetricsF name(m_theme.type(Type::Name));
    const double names = m_layout.pile.field.left() - m_layout.chart.left();
    const QRectF strip = m_layout.next.adjusted(names, 0, 0, 0);
    const double bar = m_theme.scaled(m_theme.isCompact() ? 22 : 28);
    const QRectF foot(strip.left(), strip.bottom() - bar, strip.width(), bar);
    m_painter.setFont(m_theme.type(Type::Name));
    m_painter.setPen(mix(m_theme.colour(Colour::Text), inks.hue, 0.8));
    const QString array = QString::fromStdString(other.array);
    m_painter.drawText(QRectF(m_layout.next.left(), foot.top(), names - m_theme.scaled(kGrid), bar),
                       Qt::AlignRight | Qt::AlignVCenter,
                       name.elidedText(array, Qt::ElideRight, names - m_theme.scaled(kGrid)));
    if (other.isShared())
        paintBankUse(m_painter, inks, other.cost.shared.wavefronts > 2 ? strip : foot, other);
    else
        paintLineStrip(m_painter, m_theme, inks, strip, other);
}

}  // namespace lanescope
