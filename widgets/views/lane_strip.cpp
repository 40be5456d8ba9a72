// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lane_strip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <bit>
#include <cmath>

#include "widgets/style/words.h"

namespace lanescope {

LaneStrip::LaneStrip(const Theme* theme, Selection* selection, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_selection(selection) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Lanes of the warp"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(selection, &Selection::changed, this, qOverload<>(&QWidget::update));
    connect(theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LaneStrip::setFacts(const StepFacts& facts, const Dim3& blockExtent) {
    m_facts = facts;
    m_extent = blockExtent;
    setAccessibleDescription(summary());
    update();
}

LaneStrip::Lane LaneStrip::lane(unsigned index) const {
    if (m_facts.active >> index & 1U) return Lane::Active;
    return m_facts.existing >> index & 1U ? Lane::Masked : Lane::Absent;
}

QString LaneStrip::summary() const {
    if (!m_facts.hasStep) return tr("No step yet");
    return tr("Warp %1: %2 of %3 lanes active")
        .arg(m_facts.warp)
        .arg(std::popcount(m_facts.active))
        .arg(std::popcount(m_facts.existing));
}

QSizeF LaneStrip::cell() const {
    const QFontMetricsF metrics(m_theme->font());
    return {std::ceil(metrics.horizontalAdvance(QStringLiteral("31")) + 4), std::ceil(metrics.height() + 4)};
}

unsigned LaneStrip::columns(int width) const {
    for (unsigned count : {32U, 16U, 8U})
        if (static_cast<qreal>(count) * cell().width() <= width) return count;
    return 4;
}

int LaneStrip::heightForWidth(int width) const {
    return static_cast<int>(static_cast<qreal>(simt::kWarpSize / columns(width)) * cell().height()) + 2;
}

QSize LaneStrip::sizeHint() const {
    const int width = static_cast<int>(16 * cell().width());
    return {width, heightForWidth(width)};
}

QSize LaneStrip::minimumSizeHint() const {
    return {static_cast<int>(4 * cell().width()), static_cast<int>(cell().height())};
}

QRectF LaneStrip::cellOf(unsigned lane) const {
    const unsigned perRow = columns(width());
    return {static_cast<qreal>(lane % perRow) * cell().width() + 1,
            static_cast<qreal>(lane / perRow) * cell().height() + 1, cell().width() - 1, cell().height() - 1};
}

std::optional<unsigned> LaneStrip::laneAt(const QPointF& point) const {
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane)
        if (cellOf(lane).contains(point)) return lane;
    return std::nullopt;
}

void LaneStrip::paintLane(QPainter& painter, unsigned index) const {
    const QRectF rect = cellOf(index);
    QColor fill = mix(m_theme->colour(Colour::Ground), m_theme->colour(Colour::Text), 0.6);
    if (m_facts.access && m_facts.access->kind == simt::AccessKind::Load) fill = m_theme->colour(Colour::Now);
    if (m_facts.access && m_facts.access->kind == simt::AccessKind::Store) fill = m_theme->colour(Colour::Text);
    painter.setPen(QPen(m_theme->colour(Colour::FaintText), 1));
    painter.setBrush(Qt::NoBrush);
    switch (lane(index)) {
        case Lane::Active:
            painter.fillRect(rect, fill);
            painter.drawRect(rect);
            painter.setPen(textOn(fill));
            break;
        case Lane::Masked:
            painter.fillRect(rect, QBrush(m_theme->colour(Colour::Idle), Qt::BDiagPattern));
            painter.drawRect(rect);
            painter.setPen(m_theme->colour(Colour::Text));
            break;
        case Lane::Absent:
            painter.setPen(QPen(m_theme->colour(Colour::FaintText), 1, Qt::DotLine));
            painter.drawRect(rect);
            return;
    }
    painter.drawText(rect, Qt::AlignCenter, QString::number(index));
}

void LaneStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(m_theme->font());
    for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) paintLane(painter, lane);
    const Focus shown = m_selection->shown();
    painter.setBrush(Qt::NoBrush);
    if (m_facts.hasStep && shown.thread && shown.thread->warp == m_facts.warp) {
        painter.setPen(QPen(m_theme->colour(Colour::Focus), 3));
        painter.drawRect(cellOf(shown.thread->lane).adjusted(1, 1, -1, -1));
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_theme->colour(Colour::Focus), 2, Qt::DashLine));
        painter.drawRect(cellOf(m_cursor).adjusted(2, 2, -2, -2));
    }
}

QString LaneStrip::describe(unsigned index) const {
    if (!m_facts.hasStep) return {};
    const Dim3 thread = m_extent.at(std::uint64_t{m_facts.warp} * simt::kWarpSize + index);
    switch (lane(index)) {
        case Lane::Active:
            return tr("Lane %1, thread (%2, %3, %4): executes this instruction")
                .arg(index)
                .arg(thread.x)
                .arg(thread.y)
                .arg(thread.z);
        case Lane::Masked:
            return tr("Lane %1, thread (%2, %3, %4): masked off, it idles in this instruction")
                .arg(index)
                .arg(thread.x)
                .arg(thread.y)
                .arg(thread.z);
        case Lane::Absent: break;
    }
    return tr("Lane %1: the block has no such thread").arg(index);
}

Focus LaneStrip::focusOf(unsigned index) const {
    Focus focus;
    if (m_facts.hasStep && lane(index) != Lane::Absent) focus.thread = ThreadRef{m_facts.warp, index};
    return focus;
}

bool LaneStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto lane = laneAt(help->pos());
        if (lane)
            QToolTip::showText(help->globalPos(), plainTip(describe(*lane)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void LaneStrip::mouseMoveEvent(QMouseEvent* event) {
    const auto lane = laneAt(event->position());
    m_selection->setHovered(lane ? focusOf(*lane) : Focus{});
}

void LaneStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto lane = laneAt(event->position())) m_selection->togglePinned(focusOf(*lane));
}

void LaneStrip::leaveEvent(QEvent*) { m_selection->clearHovered(); }

void LaneStrip::moveCursor(int by) {
    m_cursor = static_cast<unsigned>(std::clamp(static_cast<int>(m_cursor) + by, 0, 31));
    m_selection->setHovered(focusOf(m_cursor));
    setAccessibleDescription(describe(m_cursor));
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

void LaneStrip::keyPressEvent(QKeyEvent* event) {
    const int row = static_cast<int>(columns(width()));
    switch (event->key()) {
        case Qt::Key_Left: return moveCursor(-1);
        case Qt::Key_Right: return moveCursor(1);
        case Qt::Key_Up: return moveCursor(-row);
        case Qt::Key_Down: return moveCursor(row);
        case Qt::Key_Home: return moveCursor(-32);
        case Qt::Key_End: return moveCursor(32);
        case Qt::Key_Return:
        case Qt::Key_Enter: return m_selection->togglePinned(focusOf(m_cursor));
        case Qt::Key_Escape: return m_selection->clearPinned();
        default: QWidget::keyPressEvent(event);
    }
}

}  // namespace lanescope
