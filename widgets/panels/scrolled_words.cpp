// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/scrolled_words.h"

#include <QEvent>
#include <QLabel>
#include <QResizeEvent>
#include <algorithm>

#include "widgets/style/words.h"

namespace lanescope {

ScrolledWords::ScrolledWords(const QString& name, QWidget* parent) : QScrollArea(parent), m_label(plainLabel(this)) {
    setWidget(m_label);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setAccessibleName(name);
    viewport()->setAutoFillBackground(false);
    m_label->setAutoFillBackground(false);
    m_label->setAccessibleName(name);
    m_label->setWordWrap(true);
    m_label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void ScrolledWords::setText(const QString& text) {
    m_label->setText(text);
    setVisible(!text.isEmpty());
    updateGeometry();
}

QSize ScrolledWords::sizeHint() const {
    const int width = std::max(viewport()->width(), minimumSizeHint().width());
    return {width, m_label->heightForWidth(width)};
}

QSize ScrolledWords::minimumSizeHint() const {
    const int line = fontMetrics().height() + 2 * m_label->margin();
    return {fontMetrics().averageCharWidth() * 12, line};
}

void ScrolledWords::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) updateGeometry();
}

void ScrolledWords::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateGeometry();
}

}  // namespace lanescope
