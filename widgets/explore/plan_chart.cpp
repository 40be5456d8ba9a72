// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/plan_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {

PlanChart::PlanChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("The whole plan: what host, copies and GPU do"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&m_theme, &Theme::changed, this, [this] {
        m_still = {};
        update();
    });
}

void PlanChart::setPicture(PlanPicture picture) {
    m_picture = std::move(picture);
    m_range = within({0, m_picture.end()}, m_picture.end(), kShortest);
    m_pointed.reset();
    m_still = {};
    const bool known = m_picture.missing.isEmpty() && !m_picture.sides.empty();
    setAccessibleDescription(known ? planSentence(m_picture.sides.front()) : m_picture.missing);
    update();
}

void PlanChart::setRange(ShownRange range) {
    range = within(range, m_picture.end(), kShortest);
    if (range == m_range) return;
    m_range = range;
    m_still = {};
    update();
}

QRectF PlanChart::inside(const QSizeF& size) const {
    const double margin = m_theme.scaled((m_theme.isCompact() ? 2 : 3) * paint::kGrid);
    return QRectF(QPointF(0, 0), size).adjusted(margin, margin / 2, -margin, -margin / 2);
}

std::vector<PlanLayout> PlanChart::layoutsIn(const QSizeF& size) const {
    const QRectF room = inside(size);
    return layOutPlans(m_theme, m_picture, room.adjusted(0, 0, 0, -planLegendHeight(m_theme, m_picture, room.width())));
}

void PlanChart::paintTo(QPainter& painter, const QSizeF& size) const {
    painter.fillRect(QRectF(QPointF(0, 0), size), m_theme.colour(Colour::Ground));
    const QRectF room = inside(size);
    if (!m_picture.missing.isEmpty() || m_picture.sides.empty()) {
        paint::paragraph(painter, m_theme, room, Type::Title, Colour::FaintText, m_picture.missing);
        return;
    }
    const std::vector<PlanLayout> all = layoutsIn(size);
    for (std::size_t i = 0; i < all.size(); ++i) paintPlan(painter, m_theme, m_picture.sides[i], all[i], m_range);
    const double legend = planLegendHeight(m_theme, m_picture, room.width());
    const double top = all.back().axis.bottom() + m_theme.scaled(paint::kGrid);
    paintPlanLegend(painter, m_theme, m_picture, QRectF(room.left(), top, room.width(), legend));
}

void PlanChart::paintEvent(QPaintEvent* /*event*/) {
    const QSize wanted = size() * devicePixelRatioF();
    if (m_still.size() != wanted) {
        m_still = QPixmap(wanted);
        m_still.setDevicePixelRatio(devicePixelRatioF());
        QPainter still(&m_still);
        paintTo(still, size());
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_still);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.colour(Colour::Focus), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
    if (!m_pointed) return;
    painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(2)));
    for (const PlanLayout& at : layouts()) {
        const double x = at.xOf(*m_pointed, m_range);
        painter.drawLine(QPointF(x, at.rows.front().top()), QPointF(x, at.rows.back().bottom()));
    }
}

void PlanChart::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / kWheelNotch;
    const std::vector<PlanLayout> all = layouts();
    if (notches != 0 && !all.empty()) {
        const double around = all.front().secondsAt(event->position().x(), m_range);
        setRange(
            zoomed(m_range, std::pow(kZoomStep, -notches), std::clamp(around, m_range.from, m_range.to), kShortest));
    }
    event->accept();
}

void PlanChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_dragged = event->position();
}

void PlanChart::mouseReleaseEvent(QMouseEvent* /*event*/) { m_dragged.reset(); }

void PlanChart::mouseDoubleClickEvent(QMouseEvent* /*event*/) { setRange({0, m_picture.end()}); }

void PlanChart::mouseMoveEvent(QMouseEvent* event) {
    const std::vector<PlanLayout> all = layouts();
    if (!m_dragged || all.empty()) return point(event->position());
    const double by = (event->position().x() - m_dragged->x()) / all.front().rows.front().width() * m_range.length();
    m_dragged = event->position();
    setRange(moved(m_range, -by));
}

void PlanChart::leaveEvent(QEvent* /*event*/) {
    m_pointed.reset();
    update();
    Q_EMIT described({});
}

void PlanChart::point(const QPointF& at) {
    const std::vector<PlanLayout> all = layouts();
    m_pointed.reset();
    QString said;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].all.contains(at) || at.x() < all[i].rows.front().left()) continue;
        m_pointed = all[i].secondsAt(at.x(), m_range);
        said = timeText(*m_pointed);
        for (std::size_t row = 0; row < kPlanRows.size(); ++row)
            if (all[i].rows.at(row).contains(at))
                if (const auto* span = spanAt(*m_picture.sides[i].timeline, kPlanRows.at(row), *m_pointed))
                    said = spanWords(*span, m_picture.sides[i]);
    }
    update();
    Q_EMIT described(said);
}

void PlanChart::keyPressEvent(QKeyEvent* event) {
    const double middle = m_pointed.value_or((m_range.from + m_range.to) / 2);
    const double move = kMoveStep * m_range.length();
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal: return setRange(zoomed(m_range, 1 / kZoomStep, middle, kShortest));
        case Qt::Key_Minus: return setRange(zoomed(m_range, kZoomStep, middle, kShortest));
        case Qt::Key_Left: return setRange(moved(m_range, -move));
        case Qt::Key_Right: return setRange(moved(m_range, move));
        case Qt::Key_Home: return setRange({0, m_picture.end()});
        default: QWidget::keyPressEvent(event);
    }
}

}  // namespace lanescope
