// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/schedule_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr double kAhead = 0.2;    ///< of what is shown, before a playhead that has left it
constexpr int kLeastDragged = 4;  ///< pixels; less is a click

}  // namespace

ScheduleChart::ScheduleChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Schedule: what the warps of a multiprocessor do, cycle by cycle"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&m_theme, &Theme::changed, this, [this] {
        m_still = {};
        update();
    });
}

void ScheduleChart::setPicture(SchedulePicture picture) {
    m_picture = std::move(picture);
    m_range = {0, m_picture.end()};
    m_pointed.reset();
    m_playhead.reset();
    m_still = {};
    setAccessibleDescription(m_picture.missing.isEmpty() ? scheduleSentence(m_picture) : m_picture.missing);
    update();
    Q_EMIT rangeChanged();
}

void ScheduleChart::setRange(CycleRange range) {
    range = within(range, m_picture.end(), kShortest);
    if (range == m_range) return;
    m_range = range;
    m_still = {};
    update();
    Q_EMIT rangeChanged();
}

void ScheduleChart::setPlayhead(std::optional<SchedulePlayhead> playhead, bool follow) {
    if (playhead == m_playhead) return;
    const bool moved = !m_playhead || !playhead || playhead->cycle != m_playhead->cycle;
    m_playhead = std::move(playhead);
    update();
    if (!follow || !moved || !m_playhead || !m_playhead->cycle) return;
    const double cycle = *m_playhead->cycle, length = m_range.length();
    if (cycle >= m_range.from && cycle <= m_range.to) return;
    setRange({cycle - kAhead * length, cycle + (1 - kAhead) * length});
}

void ScheduleChart::zoom(double factor, double around) { setRange(zoomed(m_range, factor, around, kShortest)); }

QRectF ScheduleChart::inside(const QSizeF& size) const {
    const double margin = m_theme.scaled((m_theme.isCompact() ? 2 : 3) * paint::kGrid);
    return QRectF(QPointF(0, 0), size).adjusted(margin, margin, -margin, -margin / 2);
}

std::vector<ScheduleLayout> ScheduleChart::layouts() const { return layoutsIn(size()); }

std::vector<ScheduleLayout> ScheduleChart::layoutsIn(const QSizeF& size) const {
    const QRectF room = inside(size);
    const double legend = layOutScheduleLegend(m_theme, m_picture, room.width()).height;
    return layOutSchedules(m_theme, m_picture, room.adjusted(0, 0, 0, -legend));
}

void ScheduleChart::paintTo(QPainter& painter, const QSizeF& size) const {
    paintStill(painter, size);
    if (!m_playhead || m_picture.sides.empty()) return;
    paintPlayhead(painter, m_theme, layoutsIn(size).front(), m_range, *m_playhead);
}

void ScheduleChart::paintStill(QPainter& painter, const QSizeF& size) const {
    painter.fillRect(QRectF(QPointF(0, 0), size), m_theme.colour(Colour::Ground));
    const QRectF room = inside(size);
    if (!m_picture.missing.isEmpty() || m_picture.sides.empty()) {
        paint::paragraph(painter, m_theme, room, Type::Title, Colour::FaintText, m_picture.missing);
        return;
    }
    const ScheduleLegend legend = layOutScheduleLegend(m_theme, m_picture, room.width());
    const auto layouts = layoutsIn(size);
    for (std::size_t i = 0; i < layouts.size(); ++i)
        paintSchedule(painter, m_theme, m_picture.sides[i], layouts[i], m_range);
    paintScheduleLegend(painter, m_theme, legend,
                        {room.left(), room.bottom() - legend.height + m_theme.scaled(paint::kGrid) / 2});
}

void ScheduleChart::paintEvent(QPaintEvent* /*event*/) {
    const QSize wanted = size() * devicePixelRatioF();
    if (m_still.size() != wanted) {
        m_still = QPixmap(wanted);
        m_still.setDevicePixelRatio(devicePixelRatioF());
        QPainter still(&m_still);
        paintStill(still, size());
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_still);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.colour(Colour::Focus), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
    if (m_playhead && !m_picture.sides.empty())
        paintPlayhead(painter, m_theme, layouts().front(), m_range, *m_playhead);
    if (!m_pointed) return;
    painter.setPen(QPen(m_theme.colour(Colour::FaintText), m_theme.scaled(2)));
    for (const ScheduleLayout& layout : layouts()) {
        const double x = layout.xOf(*m_pointed, m_range);
        if (x >= layout.rows.left() && x <= layout.rows.right())
            painter.drawLine(QPointF(x, layout.tracks.front().top()), QPointF(x, layout.axis.top()));
    }
}

void ScheduleChart::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / kWheelNotch;
    for (const ScheduleLayout& layout : layouts())
        if (notches != 0 && layout.all.contains(event->position()))
            zoom(std::pow(kZoomStep, -notches),
                 std::clamp(layout.cycleAt(event->position().x(), m_range), m_range.from, m_range.to));
    event->accept();
}

void ScheduleChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_pressed = m_dragged = event->position();
}

void ScheduleChart::mouseReleaseEvent(QMouseEvent* event) {
    m_dragged.reset();
    if (m_pressed && (event->position() - *m_pressed).manhattanLength() < kLeastDragged) pick(*m_pressed);
    m_pressed.reset();
}

void ScheduleChart::pick(const QPointF& at) {
    const std::vector<ScheduleLayout> all = layouts();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const auto row = all[i].rowAt(at, m_picture.sides[i].rows.size()))
            Q_EMIT picked(i, *row, all[i].cycleAt(at.x(), m_range));
}

void ScheduleChart::mouseDoubleClickEvent(QMouseEvent* /*event*/) { setRange({0, m_picture.end()}); }

void ScheduleChart::mouseMoveEvent(QMouseEvent* event) {
    const std::vector<ScheduleLayout> all = layouts();
    if (m_pressed && (event->position() - *m_pressed).manhattanLength() >= kLeastDragged) m_pressed.reset();
    if (m_dragged && !all.empty()) {
        const double moved = (event->position().x() - m_dragged->x()) / all.front().rows.width() * m_range.length();
        m_dragged = event->position();
        return setRange(lanescope::moved(m_range, -moved));
    }
    point(event->position());
}

void ScheduleChart::leaveEvent(QEvent* /*event*/) {
    m_pointed.reset();
    update();
    Q_EMIT described({});
}

void ScheduleChart::point(const QPointF& at) {
    const std::vector<ScheduleLayout> all = layouts();
    m_pointed.reset();
    QString said;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ScheduleSide& side = m_picture.sides[i];
        if (!all[i].all.contains(at) || at.x() < all[i].rows.left()) continue;
        m_pointed = all[i].cycleAt(at.x(), m_range);
        const auto row = all[i].rowAt(at, side.rows.size());
        const timing::Interval* const one = row ? intervalAt(side.rows[*row], *m_pointed) : nullptr;
        said = tr("cycle %1").arg(countText(std::floor(*m_pointed)));
        if (one == nullptr) continue;
        const QString word = one->reason == timing::Reason::Issuing ? reasonWord(one->reason)
                                                                    : tr("waits for %1").arg(reasonWord(one->reason));
        said = tr("Block %1, warp %2 %3 (%4), cycles %5 to %6")
                   .arg(side.simulated->run.blocks[one->block].index)
                   .arg(one->warp)
                   .arg(word, stateWord(one->reason), countText(std::floor(one->from)), countText(std::ceil(one->to)));
        if (const QString at = instructionWords(side, *one); !at.isEmpty())
            said =
                one->reason == timing::Reason::Issuing ? tr("%1: %2").arg(said, at) : tr("%1, before %2").arg(said, at);
    }
    update();
    Q_EMIT described(said);
}

void ScheduleChart::keyPressEvent(QKeyEvent* event) {
    const double middle = m_pointed.value_or((m_range.from + m_range.to) / 2);
    const double move = kMoveStep * m_range.length();
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal: return zoom(1 / kZoomStep, middle);
        case Qt::Key_Minus: return zoom(kZoomStep, middle);
        case Qt::Key_Left: return setRange(moved(m_range, -move));
        case Qt::Key_Right: return setRange(moved(m_range, move));
        case Qt::Key_Home: return setRange({0, m_picture.end()});
        default: QWidget::keyPressEvent(event);
    }
}

}  // namespace lanescope
