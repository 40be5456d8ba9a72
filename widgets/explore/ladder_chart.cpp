// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/ladder_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/explore/ladder_painter.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"

namespace lanescope {

LadderChart::LadderChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Ladder: a kernel a step"));
    connect(&m_theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LadderChart::setPicture(LadderPicture picture) {
    m_picture = std::move(picture);
    if (m_cursor && *m_cursor >= m_picture.ladder.steps.size()) m_cursor.reset();
    m_pointed.reset();
    setAccessibleDescription(m_picture.missing.isEmpty() ? m_picture.words.join(QLatin1Char(' ')) : m_picture.missing);
    update();
}

LadderLayout LadderChart::layoutNow() const {
    const double margin = m_theme.scaled(2 * paint::kGrid);
    return {m_picture, m_theme, QRectF(rect()).adjusted(margin, margin / 2, -margin, -margin / 2)};
}

QRectF LadderChart::rectOf(std::size_t step) const { return layoutNow().column(step); }

std::optional<std::size_t> LadderChart::at(const QPointF& point) const {
    return m_picture.missing.isEmpty() ? layoutNow().at(point) : std::nullopt;
}

void LadderChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Ground));
    paintLadder(painter, m_theme, m_picture, rect(), hasFocus() ? m_cursor : std::nullopt);
}

void LadderChart::paintTo(QPainter& painter, const QSizeF& size) const {
    constexpr double kStair = 0.62;
    const QRectF all({0, 0}, size);
    const bool upright = size.height() > size.width();
    const QPointF words(upright ? 0 : all.width() * kStair, upright ? all.height() * kStair : 0);
    painter.fillRect(all, m_theme.colour(Colour::Ground));
    paintLadder(painter, m_theme, m_picture,
                QRectF(0, 0, upright ? all.width() : words.x(), upright ? words.y() : all.height()));
    if (!m_picture.missing.isEmpty()) return;
    const double margin = m_theme.scaled(2 * paint::kGrid);
    QRectF room = all.adjusted(words.x() + margin, words.y() + (upright ? 0 : margin), -margin, -margin);
    for (const QString& sentence : m_picture.words) {
        const bool first = &sentence == &m_picture.words.front();
        room.setTop(room.top() + margin / 2 +
                    paint::paragraph(painter, m_theme, room, first ? Type::Name : Type::Body, Colour::Text, sentence));
    }
}

void LadderChart::point(std::optional<std::size_t> step) {
    if (step == m_pointed) return;
    m_pointed = step;
    Q_EMIT described(step ? stepWords(m_picture.ladder, *step) : QString());
}

void LadderChart::mouseMoveEvent(QMouseEvent* event) { point(at(event->position())); }

void LadderChart::leaveEvent(QEvent* /*event*/) { point(std::nullopt); }

void LadderChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto step = at(event->position())) {
        m_cursor = step;
        Q_EMIT stepChosen(*step);
    }
}

void LadderChart::keyPressEvent(QKeyEvent* event) {
    const std::size_t all = m_picture.ladder.steps.size();
    if (all == 0) return QWidget::keyPressEvent(event);
    const std::size_t now = m_cursor.value_or(m_picture.watched.value_or(0));
    switch (event->key()) {
        case Qt::Key_Left: m_cursor = now > 0 ? now - 1 : now; break;
        case Qt::Key_Right: m_cursor = now + 1 < all ? now + 1 : now; break;
        case Qt::Key_Return:
        case Qt::Key_Enter: return Q_EMIT stepChosen(now);
        default: return QWidget::keyPressEvent(event);
    }
    point(m_cursor);
    setAccessibleDescription(stepWords(m_picture.ladder, *m_cursor));
    update();
}

}  // namespace lanescope
