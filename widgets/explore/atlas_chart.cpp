// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/atlas_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/base/words.h"
#include "widgets/explore/atlas_painter.h"
#include "widgets/style/words.h"

namespace lanescope {

AtlasChart::AtlasChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Atlas: a configuration a cell"));
    connect(&m_theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void AtlasChart::setPicture(AtlasPicture picture) {
    m_picture = std::move(picture);
    if (m_cursor && *m_cursor >= m_picture.atlas.cells.size()) m_cursor.reset();
    m_pointed.reset();
    setAccessibleDescription(m_picture.missing + QString::fromStdString(inWords(m_picture.values.sentence)));
    update();
}

void AtlasChart::paintTo(QPainter& painter, const QSizeF& size) const { paintAtlas(painter, m_theme, m_picture, size); }

QRectF AtlasChart::rectOf(std::size_t place) const { return AtlasLayout(m_picture, m_theme, size()).cell(place); }

void AtlasChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintAtlas(painter, m_theme, m_picture, size(), hasFocus() ? m_cursor : std::nullopt);
}

void AtlasChart::point(std::optional<std::size_t> place) {
    if (place == m_pointed) return;
    m_pointed = place;
    Q_EMIT described(place ? cellWords(m_picture, *place) : QString());
    if (place) Q_EMIT columnShown(*place % m_picture.atlas.columns());
}

void AtlasChart::mouseMoveEvent(QMouseEvent* event) {
    point(m_picture.atlas.empty() ? std::nullopt : AtlasLayout(m_picture, m_theme, size()).at(event->position()));
}

void AtlasChart::leaveEvent(QEvent* /*event*/) { point(std::nullopt); }

void AtlasChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_picture.atlas.empty()) return;
    if (const auto place = AtlasLayout(m_picture, m_theme, size()).at(event->position())) {
        m_cursor = place;
        Q_EMIT cellChosen(*place);
    }
}

void AtlasChart::keyPressEvent(QKeyEvent* event) {
    const std::size_t columns = m_picture.atlas.columns(), all = m_picture.atlas.cells.size();
    if (all == 0) return QWidget::keyPressEvent(event);
    const std::size_t at = m_cursor.value_or(m_picture.chosen.value_or(0));
    std::size_t next = at;
    switch (event->key()) {
        case Qt::Key_Left: next = at % columns > 0 ? at - 1 : at; break;
        case Qt::Key_Right: next = at % columns + 1 < columns ? at + 1 : at; break;
        case Qt::Key_Up: next = at >= columns ? at - columns : at; break;
        case Qt::Key_Down: next = at + columns < all ? at + columns : at; break;
        case Qt::Key_Return:
        case Qt::Key_Enter: return Q_EMIT cellChosen(at);
        default: return QWidget::keyPressEvent(event);
    }
    m_cursor = next;
    point(next);
    setAccessibleDescription(cellWords(m_picture, next));
    update();
}

bool AtlasChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && !m_picture.atlas.empty()) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        if (const auto place = AtlasLayout(m_picture, m_theme, size()).at(help->pos()))
            QToolTip::showText(help->globalPos(), plainTip(cellWords(m_picture, *place)), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace lanescope
