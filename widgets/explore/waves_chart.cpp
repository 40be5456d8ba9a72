// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/waves_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"

namespace lanescope {
namespace {

constexpr double kSteps = 100;  ///< of the arrow keys, over the whole time

}  // namespace

WavesChart::WavesChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Waves: how all multiprocessors fill with blocks, and drain"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&m_theme, &Theme::changed, this, [this] {
        m_still = {};
        update();
    });
}

void WavesChart::setPicture(SchedulePicture picture) {
    m_picture = std::move(picture);
    // What this view does not show would be megabytes.
    for (ScheduleSide& side : m_picture.sides) side.rows.clear();
    m_pointed.reset();
    m_still = {};
    const bool known = m_picture.missing.isEmpty() && !m_picture.sides.empty() && m_picture.sides.front().waves;
    setAccessibleDescription(known ? wavesSentence(*m_picture.sides.front().waves) : m_picture.missing);
    update();
}

QRectF WavesChart::inside(const QSizeF& size) const {
    const double margin = m_theme.scaled((m_theme.isCompact() ? 2 : 3) * paint::kGrid);
    return QRectF(QPointF(0, 0), size).adjusted(margin, margin / 2, -margin, -margin / 2);
}

std::vector<WavesLayout> WavesChart::layouts() const {
    const QRectF room = inside(size());
    return layOutWaves(m_theme, m_picture, room.adjusted(0, 0, 0, -wavesLegendHeight(m_theme, room.width())));
}

void WavesChart::paintTo(QPainter& painter, const QSizeF& size) const {
    painter.fillRect(QRectF(QPointF(0, 0), size), m_theme.colour(Colour::Ground));
    const QRectF room = inside(size);
    if (!m_picture.missing.isEmpty() || m_picture.sides.empty()) {
        paint::paragraph(painter, m_theme, room, Type::Title, Colour::FaintText, m_picture.missing);
        return;
    }
    const double legend = wavesLegendHeight(m_theme, room.width());
    const auto layouts = layOutWaves(m_theme, m_picture, room.adjusted(0, 0, 0, -legend));
    for (std::size_t i = 0; i < layouts.size(); ++i) paintWaves(painter, m_theme, m_picture.sides[i], layouts[i]);
    paintWavesLegend(painter, m_theme,
                     QRectF(room.left(), room.bottom() - legend + m_theme.scaled(paint::kGrid), room.width(), legend));
}

void WavesChart::paintEvent(QPaintEvent* /*event*/) {
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
    const std::vector<WavesLayout> all = layouts();
    if (!m_pointed || m_pointed->side >= all.size()) return;
    const WavesLayout& at = all[m_pointed->side];
    const double row =
        at.rows.height() / static_cast<double>(m_picture.sides[m_pointed->side].waves->dealing.multiprocessors);
    const double x = at.xOf(m_pointed->cycle),
                 y = at.rows.top() + (static_cast<double>(m_pointed->multiprocessor) + 0.5) * row;
    painter.setPen(QPen(m_theme.colour(Colour::Now), m_theme.scaled(2)));
    painter.drawLine(QPointF(x, at.track.top()), QPointF(x, at.rows.bottom()));
    painter.drawLine(QPointF(at.rows.left(), y), QPointF(at.rows.right(), y));
}

void WavesChart::mouseMoveEvent(QMouseEvent* event) {
    const std::vector<WavesLayout> all = layouts();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].rows.contains(event->position()) || !m_picture.sides[i].waves) continue;
        const double share = (event->position().y() - all[i].rows.top()) / all[i].rows.height();
        const std::size_t count = m_picture.sides[i].waves->dealing.multiprocessors;
        return point(Pointed{i, std::min(count - 1, static_cast<std::size_t>(share * static_cast<double>(count))),
                             all[i].cycleAt(event->position().x())});
    }
    point(std::nullopt);
}

void WavesChart::leaveEvent(QEvent* /*event*/) { point(std::nullopt); }

void WavesChart::point(std::optional<Pointed> at) {
    m_pointed = at;
    update();
    Q_EMIT described(at ? wavesAt(*m_picture.sides[at->side].waves, at->multiprocessor, at->cycle) : QString());
}

void WavesChart::keyPressEvent(QKeyEvent* event) {
    if (m_picture.sides.empty() || !m_picture.sides.front().waves) return QWidget::keyPressEvent(event);
    Pointed at = m_pointed.value_or(Pointed{});
    const double end = m_picture.sides[at.side].waves->end;
    switch (event->key()) {
        case Qt::Key_Left: at.cycle = std::max(0.0, at.cycle - end / kSteps); break;
        case Qt::Key_Right: at.cycle = std::min(end, at.cycle + end / kSteps); break;
        case Qt::Key_Up: at.multiprocessor -= at.multiprocessor > 0 ? 1 : 0; break;
        case Qt::Key_Down:
            if (at.multiprocessor + 1 < m_picture.sides[at.side].waves->dealing.multiprocessors) ++at.multiprocessor;
            break;
        case Qt::Key_Home: at.cycle = 0; break;
        case Qt::Key_End: at.cycle = m_picture.sides[at.side].waves->tailFrom; break;
        default: return QWidget::keyPressEvent(event);
    }
    point(at);
}

}  // namespace lanescope
