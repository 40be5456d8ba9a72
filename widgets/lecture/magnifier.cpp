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

void Magnifier::magnify(double factor, QPointF centre) {
    m_factor = std::clamp(factor, 1.0, kMost);
    m_centre = centre;
    place();
}

void Magnifier::scroll(QPointF by) {
    magnify(m_factor, m_centre + QPointF(by.x() / (width() * m_factor), by.y() / (height() * m_factor)));
}

void Magnifier::place() {
    if (m_content == nullptr) return;
    // Its edges do not come into the picture.
    const double edge = 0.5 / m_factor;
    m_centre = {std::clamp(m_centre.x(), edge, 1 - edge), std::clamp(m_centre.y(), edge, 1 - edge)};
    const QSize size = (QSizeF(this->size()) * m_factor).toSize();
    const QPoint at(qRound(width() / 2.0 - m_centre.x() * size.width()),
                    qRound(height() / 2.0 - m_centre.y() * size.height()));
    m_content->setGeometry(QRect(at, size));
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
