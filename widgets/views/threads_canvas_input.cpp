// SPDX-License-Identifier: GPL-3.0-or-later
// What the threads canvas does with mouse and keys.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "widgets/scenes/threads_text.h"
#include "widgets/style/words.h"
#include "widgets/views/threads_canvas.h"

namespace lanescope {

ThreadSpace::Cell ThreadsCanvas::cellOf(const Spot& spot) const {
    return spot.side == Side::Threads ? m_scene->threads.cellOf(spot.number) : m_scene->data.cellOf(spot.number);
}

std::optional<ThreadsCanvas::Spot> ThreadsCanvas::at(Side side, const ThreadSpace::Cell& cell) const {
    const auto number = side == Side::Threads ? m_scene->threads.threadAt(cell) : m_scene->data.elementAt(cell);
    if (!number) return std::nullopt;
    return Spot{side, *number};
}

QRectF ThreadsCanvas::rectOf(const Spot& spot) const {
    const ThreadSpace::Cell cell = cellOf(spot);
    const Panel& panel = this->panel(spot.side);
    return {panel.cells.left() + panel.size * static_cast<double>(cell.column),
            panel.cells.top() + panel.size * static_cast<double>(cell.row), panel.size, panel.size};
}

std::optional<ThreadsCanvas::Spot> ThreadsCanvas::spotAt(const QPointF& point) const {
    if (!m_scene) return std::nullopt;
    for (const Side side : {Side::Threads, Side::Data}) {
        const Panel& panel = this->panel(side);
        if (!panel.cells.contains(point)) continue;
        const QPointF inside = (point - panel.cells.topLeft()) / panel.size;
        return at(side, {static_cast<std::uint64_t>(inside.y()), static_cast<std::uint64_t>(inside.x())});
    }
    return std::nullopt;
}

QString ThreadsCanvas::describe(const Spot& spot) const {
    const ThreadsText text(*m_scene, *m_plan);
    return spot.side == Side::Threads ? text.thread(spot.number) : text.element(spot.number);
}

/// A thread with the first element that it writes, or an element alone; a thread of the watched block is also the one
/// that the other views know.
Focus ThreadsCanvas::focusOf(const Spot& spot) const {
    Focus focus;
    const auto pick = [&](std::uint64_t element) {
        focus.element = ElementPick{{ArrayRef::Kind::Buffer, m_scene->buffer},
                                    element / m_scene->data.bufferColumns,
                                    element % m_scene->data.bufferColumns};
    };
    if (spot.side == Side::Data) {
        pick(spot.number);
        return focus;
    }
    focus.gridThread = spot.number;
    const std::uint64_t inBlock = spot.number % m_scene->threads.threads.count;
    if (spot.number / m_scene->threads.threads.count == m_scene->threads.grid.linear(m_watched))
        focus.thread = ThreadRef{static_cast<std::uint32_t>(inBlock / simt::kWarpSize),
                                 static_cast<std::uint32_t>(inBlock % simt::kWarpSize)};
    const std::vector<std::uint64_t> first = m_scene->elementsOf(spot.number, 1);
    if (!first.empty()) pick(first.front());
    return focus;
}

void ThreadsCanvas::activate(const Spot& spot) {
    std::uint64_t thread = spot.number;
    if (spot.side == Side::Data) {
        const std::vector<std::uint32_t> writers = m_scene->work->writersOf(m_scene->buffer, spot.number);
        if (writers.empty()) return;
        thread = writers.front();
    }
    Q_EMIT blockActivated(m_scene->threads.grid.at(thread / m_scene->threads.threads.count));
}

bool ThreadsCanvas::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto spot = spotAt(help->pos());
    QToolTip::showText(help->globalPos(), plainTip(spot ? describe(*spot) : QString()), this);
    return true;
}

void ThreadsCanvas::resizeEvent(QResizeEvent*) { layOut(size()); }

void ThreadsCanvas::mouseMoveEvent(QMouseEvent* event) {
    const auto spot = spotAt(event->position());
    m_selection->setHovered(spot ? focusOf(*spot) : Focus{});
    Q_EMIT described(spot ? describe(*spot) : QString());
}

void ThreadsCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto spot = spotAt(event->position())) {
        m_cursor = *spot;
        m_selection->togglePinned(focusOf(*spot));
    } else {
        m_selection->clearPinned();
    }
}

void ThreadsCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto spot = spotAt(event->position())) activate(*spot);
}

void ThreadsCanvas::leaveEvent(QEvent*) {
    m_selection->clearHovered();
    Q_EMIT described({});
}

void ThreadsCanvas::focusInEvent(QFocusEvent* event) {
    if (m_scene && !m_cursor) m_cursor = Spot{};
    QWidget::focusInEvent(event);
    update();
}

void ThreadsCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void ThreadsCanvas::setCursorSpot(const Spot& spot) {
    m_cursor = spot;
    m_selection->setHovered(focusOf(spot));
    const QString text = describe(spot);
    setAccessibleDescription(text);
    Q_EMIT described(text);
    update();
}

void ThreadsCanvas::moveCursor(std::int64_t rowsDown, std::int64_t columnsRight) {
    const ThreadSpace::Cell cell = cellOf(*m_cursor);
    const auto moved = [](std::uint64_t from, std::int64_t by, std::uint64_t count) {
        return static_cast<std::uint64_t>(
            std::clamp(static_cast<std::int64_t>(from) + by, std::int64_t{0}, static_cast<std::int64_t>(count) - 1));
    };
    const auto spot = at(m_cursor->side, {moved(cell.row, rowsDown, rows(m_cursor->side)),
                                          moved(cell.column, columnsRight, columns(m_cursor->side))});
    setCursorSpot(spot.value_or(*m_cursor));
}

void ThreadsCanvas::keyPressEvent(QKeyEvent* event) {
    if (!m_scene) return QWidget::keyPressEvent(event);
    if (!m_cursor) m_cursor = Spot{};
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (control)
                setCursorSpot({event->key() == Qt::Key_Left ? Side::Threads : Side::Data, 0});
            else
                moveCursor(0, event->key() == Qt::Key_Left ? -1 : 1);
            break;
        case Qt::Key_Up: moveCursor(-1, 0); break;
        case Qt::Key_Down: moveCursor(1, 0); break;
        case Qt::Key_Home: setCursorSpot({m_cursor->side, 0}); break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (control)
                activate(*m_cursor);
            else
                m_selection->togglePinned(focusOf(*m_cursor));
            break;
        case Qt::Key_Escape: m_selection->clearPinned(); break;
        default: QWidget::keyPressEvent(event);
    }
}

}  // namespace lanescope
