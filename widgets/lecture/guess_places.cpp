// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/guess_places.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

constexpr double kLargestCell = 40;
constexpr double kSmallestCell = 12;
constexpr int kNumbered = 8;  // each eighth place has its number, if there is room

}  // namespace

GuessPlaces::GuessPlaces(const Theme& theme, std::uint32_t count, std::uint32_t across, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_across(std::max(1U, std::min(across, count))), m_drawn(count) {
    setAccessibleName(tr("What the room marks"));
    setAccessibleDescription(tr("Arrow keys go from one to the next, Space marks it."));
    setFocusPolicy(Qt::StrongFocus);
    setProperty("drawnWithKeys", true);  // a lecture leaves it the arrows
    setCursor(Qt::PointingHandCursor);
}

std::vector<std::uint32_t> GuessPlaces::drawn() const {
    std::vector<std::uint32_t> places;
    for (std::uint32_t place = 0; place < m_drawn.size(); ++place)
        if (m_drawn[place]) places.push_back(place);
    return places;
}

void GuessPlaces::setOthers(std::vector<std::uint64_t> perPlace, std::uint64_t hands) {
    m_others = std::move(perPlace);
    m_hands = hands;
    update();
}

void GuessPlaces::reveal(const std::vector<std::uint32_t>& right) {
    m_right.assign(m_drawn.size(), false);
    for (const std::uint32_t place : right)
        if (place < m_right.size()) m_right[place] = true;
    m_revealed = true;
    setCursor(Qt::ArrowCursor);
    update();
}

QSize GuessPlaces::sizeHint() const {
    const auto rows = static_cast<double>((m_drawn.size() + m_across - 1) / m_across);
    const double cell = rows > 8 ? kSmallestCell + 4 : kLargestCell;
    return {qRound(m_theme.scaled(m_across * cell)), qRound(m_theme.scaled(std::min(rows * cell, 360.0)))};
}

QRectF GuessPlaces::cellOf(std::uint32_t place) const {
    const auto rows = static_cast<double>((m_drawn.size() + m_across - 1) / m_across);
    const double side =
        std::min({width() / static_cast<double>(m_across), height() / rows, m_theme.scaled(kLargestCell)});
    const double left = (width() - side * m_across) / 2;
    return {left + side * (place % m_across), side * (place / m_across), side, side};
}

std::optional<std::uint32_t> GuessPlaces::placeAt(const QPointF& at) const {
    for (std::uint32_t place = 0; place < m_drawn.size(); ++place)
        if (cellOf(place).contains(at)) return place;
    return std::nullopt;
}

void GuessPlaces::mark(std::uint32_t place, bool marked) {
    m_current = place;
    m_drawn[place] = marked;
    update();
    Q_EMIT changed();
}

void GuessPlaces::mousePressEvent(QMouseEvent* event) {
    const auto place = placeAt(event->position());
    if (m_revealed || !place) return;
    m_marks = !m_drawn[*place];
    mark(*place, m_marks);
}

void GuessPlaces::mouseMoveEvent(QMouseEvent* event) {
    const auto place = placeAt(event->position());
    if (!m_revealed && place && (event->buttons() & Qt::LeftButton) != 0) mark(*place, m_marks);
}

void GuessPlaces::keyPressEvent(QKeyEvent* event) {
    const auto count = static_cast<int>(m_drawn.size()), across = static_cast<int>(m_across);
    int by = 0;
    switch (event->key()) {
        case Qt::Key_Right: by = 1; break;
        case Qt::Key_Left: by = -1; break;
        case Qt::Key_Down: by = across; break;
        case Qt::Key_Up: by = -across; break;
        case Qt::Key_Space:
            if (!m_revealed) mark(m_current, !m_drawn[m_current]);
            return;
        default: return QWidget::keyPressEvent(event);
    }
    m_current = static_cast<std::uint32_t>(std::clamp(static_cast<int>(m_current) + by, 0, count - 1));
    update();
}

/// Marked is filled; right is ringed; what is marked and not right, or right and not marked, has a sign.
void GuessPlaces::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.type(Type::Least));
    const QColor ground = m_theme.colour(Colour::Ground), hue = m_theme.colour(Colour::A);
    for (std::uint32_t place = 0; place < m_drawn.size(); ++place) {
        const QRectF cell = cellOf(place).adjusted(1.5, 1.5, -1.5, -1.5);
        const double others = m_hands == 0 || place >= m_others.size()
                                  ? 0
                                  : static_cast<double>(m_others[place]) / static_cast<double>(m_hands);
        const double share = m_drawn[place] ? Tint::kValue : others * Tint::kInUse;
        const QColor fill = mix(ground, hue, share);
        painter.setPen(QPen(m_theme.colour(Colour::FaintText), paint::kHair));
        painter.setBrush(fill);
        painter.drawRect(cell);
        if (place % kNumbered == 0 &&
            cell.width() > painter.fontMetrics().horizontalAdvance(QString::number(place)) + 4) {
            painter.setPen(textOn(fill));
            painter.drawText(cell, Qt::AlignCenter, QString::number(place));
        }
        if (m_revealed && m_right[place]) paint::spotlight(painter, m_theme, cell);
        if (m_revealed && m_drawn[place] && !m_right[place]) paint::wrong(painter, m_theme, cell);
        if (hasFocus() && place == m_current && !m_revealed) {
            painter.setPen(QPen(m_theme.colour(Colour::Focus), m_theme.scaled(paint::kRing)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(cell);
        }
    }
}

}  // namespace lanescope
