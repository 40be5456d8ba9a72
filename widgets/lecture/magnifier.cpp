// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/magnifier.h"

#include <QEvent>
#include <algorithm>

namespace lanescope {

Magnifier::Magnifier(QWidget* parent) : QWidget(parent) {}

void Magnifier::setContent(QWidget* content) {
    m_content = content;
    place();
}

namespace {

double factorWithin(double factor) { return std::clamp(factor, 1.0, Magnifier::kMost); }

QPointF centreWithin(double factor, const QPointF& centre) {
    const double edge = 0.5 / factor;
    return {std::clamp(centre.x(), edge, 1 - edge), std::clamp(centre.y(), edge, 1 - edge)};
}

}  // namespace

QRect Magnifier::placeIn(const QSize& room, double factor, const QPointF& centre) {
    factor = factorWithin(factor);
    const QPointF middle = centreWithin(factor, centre);
    const QSize size = (QSizeF(room) * factor).toSize();
    return {QPoint(qRound(room.width() / 2.0 - middle.x() * size.width()),
                   qRound(room.height() / 2.0 - middle.y() * size.height())),
            size};
}

void Magnifier::magnify(double factor, QPointF centre) {
    m_factor = factorWithin(factor);
    m_centre = centreWithin(m_factor, centre);
    place();
}

void Magnifier::scroll(QPointF by) {
    magnify(m_factor, m_centre + QPointF(by.x() / (width() * m_factor), by.y() / (height() * m_factor)));
}

void Magnifier::place() {
    if (m_content == nullptr) return;
    m_content->setGeometry(placeIn(size(), m_factor, m_centre));
    Q_EMIT moved();
}

QSize Magnifier::sizeHint() const { return m_content ? m_content->sizeHint() : QSize(); }

QSize Magnifier::minimumSizeHint() const {
    return m_content ? m_content->minimumSizeHint().expandedTo(m_content->minimumSize()) : QSize();
}

bool Magnifier::event(QEvent* event) {
    // Without a layout nobody else tells those around it that the content needs another size.
    if (event->type() == QEvent::LayoutRequest) updateGeometry();
    return QWidget::event(event);
}

void Magnifier::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

}  // namespace lanescope
