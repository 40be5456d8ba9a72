// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/atlas_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <tuple>

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
    // What is selected stays while the same cells are shown.
    const auto keys = [](const Atlas& atlas) {
        return std::tie(atlas.algorithm, atlas.x.parameter, atlas.x.values, atlas.y.parameter, atlas.y.values,
                        atlas.z.parameter, atlas.z.values);
    };
    const bool same = keys(picture.atlas) == keys(m_picture.atlas);
    picture.range = same ? m_picture.range : std::nullopt;
    if (!same) m_anchor.reset(), m_pressed.reset();
    // Who chose another one elsewhere goes on from there.
    if (picture.chosen != m_picture.chosen) m_cursor.reset();
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
    if (place) Q_EMIT cellPointed(*place);
}

void AtlasChart::setRange(std::optional<AtlasRange> range) {
    if (range == m_picture.range) return;
    m_picture.range = range;
    update();
    Q_EMIT rangeChanged();
}

void AtlasChart::mouseMoveEvent(QMouseEvent* event) {
    const auto place =
        m_picture.atlas.empty() ? std::nullopt : AtlasLayout(m_picture, m_theme, size()).at(event->position());
    point(place);
    if (!m_pressed || !place || !(event->buttons() & Qt::LeftButton)) return;
    if (place != m_pressed) m_dragged = true;
    if (!m_dragged) return;
    // It is told when the button goes up: what is shown of it must not move the cells below the mouse.
    m_picture.range = AtlasRange::between(m_picture.atlas, *m_pressed, *place);
    update();
}

void AtlasChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_picture.atlas.empty()) return;
    m_pressed = AtlasLayout(m_picture, m_theme, size()).at(event->position());
    m_dragged = false;
    if (!m_pressed) setRange(std::nullopt);
}

void AtlasChart::leaveEvent(QEvent* /*event*/) { point(std::nullopt); }

void AtlasChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_picture.atlas.empty()) return;
    const bool clicked = m_pressed && !m_dragged;
    m_pressed.reset();
    if (m_dragged) Q_EMIT rangeChanged();
    m_dragged = false;
    if (!clicked) return;
    setRange(std::nullopt);
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
        case Qt::Key_Escape:
            if (!m_picture.range) return QWidget::keyPressEvent(event);
            return setRange(std::nullopt);
        default: return QWidget::keyPressEvent(event);
    }
    m_cursor = next;
    if (event->modifiers() & Qt::ShiftModifier) {
        if (!m_anchor) m_anchor = at;
        setRange(AtlasRange::between(m_picture.atlas, *m_anchor, next));
    } else {
        m_anchor.reset();
    }
    point(next);
    setAccessibleDescription(cellWords(m_picture, next));
    update();
}

bool AtlasChart::event(QEvent* event) {
    // The window stops its work by the same key.
    if (event->type() == QEvent::ShortcutOverride && m_picture.range &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ToolTip && !m_picture.atlas.empty()) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        if (const auto place = AtlasLayout(m_picture, m_theme, size()).at(help->pos()))
            QToolTip::showText(help->globalPos(), plainTip(cellWords(m_picture, *place)), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace lanescope
