// SPDX-License-Identifier: GPL-3.0-or-later
// The tiles view's mouse and keyboard.
#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/views/tiles_view.h"

namespace lanescope {

namespace {

constexpr double kZoomStep = 1.25;
constexpr std::int64_t kFar = 1LL << 40;

/// `start` of a window of `length` in 0 … whole.
std::uint64_t clampStart(std::int64_t start, std::uint64_t length, std::uint64_t whole) {
    return static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(start, 0, static_cast<std::int64_t>(whole - std::min(length, whole))));
}

}  // namespace

void TilesView::setManual(std::size_t grid, const Region& region) {
    const bool followed = isFollowing();
    m_grids[grid].manual = region;
    if (followed) Q_EMIT followingChanged(false);
    invalidate();
}

void TilesView::zoom(std::size_t grid, double factor, const ElementPick& anchor) {
    const QSizeF area = m_layout.panels[grid].cells.size();
    const Region& shown = m_grids[grid].shown;
    const Region whole = m_shapes[grid].whole();
    const qreal before = cellsOf(grid).size;
    if (before <= 0) return;
    Region next = shown;
    // Rounding to whole cells must not swallow a step.
    for (qreal cell = before * factor; next.rows == shown.rows && next.columns == shown.columns; cell *= factor) {
        const auto fitting = [cell](qreal pixels, std::uint64_t all) {
            return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::max(1.0, std::floor(pixels / cell))), 1,
                                             all);
        };
        next.rows = fitting(area.height(), whole.rows);
        next.columns = m_shapes[grid].isVector() ? std::min(vectorCapacity(area, cell), whole.columns)
                                                 : fitting(area.width(), whole.columns);
        const bool atLimit = factor > 1 ? cell > std::max(area.width(), area.height())
                                        : next.rows == whole.rows && next.columns == whole.columns;
        if (atLimit) break;
    }
    // The element under the mouse stays under it.
    const auto start = [](std::uint64_t at, std::uint64_t oldStart, std::uint64_t oldLength, std::uint64_t length) {
        const double share = (static_cast<double>(at - oldStart) + 0.5) / static_cast<double>(oldLength);
        return static_cast<std::int64_t>(
            std::floor(static_cast<double>(at) + 0.5 - share * static_cast<double>(length)));
    };
    next.row = clampStart(start(anchor.row, shown.row, shown.rows, next.rows), next.rows, whole.rows);
    next.column =
        clampStart(start(anchor.column, shown.column, shown.columns, next.columns), next.columns, whole.columns);
    if (!(next == shown)) setManual(grid, next);
}

void TilesView::pan(std::size_t grid, std::int64_t rows, std::int64_t columns) {
    const Region whole = m_shapes[grid].whole();
    Region next = m_grids[grid].shown;
    next.row = clampStart(static_cast<std::int64_t>(next.row) + rows, next.rows, whole.rows);
    next.column = clampStart(static_cast<std::int64_t>(next.column) + columns, next.columns, whole.columns);
    if (!(next == m_grids[grid].shown)) setManual(grid, next);
}

void TilesView::zoomIn() {
    freshen();
    if (m_grids.empty()) return;
    if (!m_cursor) m_cursor = ElementPick{m_shapes[0].array, m_grids[0].shown.row, m_grids[0].shown.column};
    if (const auto grid = indexOf(m_cursor->array)) zoom(*grid, kZoomStep, *m_cursor);
}

void TilesView::zoomOut() {
    freshen();
    if (m_grids.empty()) return;
    if (!m_cursor) m_cursor = ElementPick{m_shapes[0].array, m_grids[0].shown.row, m_grids[0].shown.column};
    if (const auto grid = indexOf(m_cursor->array)) zoom(*grid, 1 / kZoomStep, *m_cursor);
}

void TilesView::resetZoom() {
    const bool followed = isFollowing();
    for (GridState& grid : m_grids) grid = {};
    if (!followed) Q_EMIT followingChanged(true);
    invalidate();
}

void TilesView::wheelEvent(QWheelEvent* event) {
    freshen();
    const auto pick = elementAt(event->position());
    const auto grid = gridAt(event->position());
    if (!pick || !grid || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    if (event->modifiers() & Qt::ShiftModifier)
        pan(*grid, 0, event->angleDelta().y() > 0 ? -1 : 1);
    else
        zoom(*grid, event->angleDelta().y() > 0 ? kZoomStep : 1 / kZoomStep, *pick);
    event->accept();
}

void TilesView::mousePressEvent(QMouseEvent* event) {
    freshen();
    const auto grid = gridAt(event->position());
    if (event->button() != Qt::LeftButton || !grid) return;
    m_drag = Drag{*grid, event->position(), m_grids[*grid].shown, false};
}

void TilesView::mouseMoveEvent(QMouseEvent* event) {
    freshen();
    if (m_drag && (event->buttons() & Qt::LeftButton)) {
        const CellGeometry geometry = cellsOf(m_drag->grid);
        const qreal cell = geometry.size;
        const QPointF way = event->position() - m_drag->from;
        if (!m_drag->moved && way.manhattanLength() < 5) return;  // a click with an unsteady hand
        m_drag->moved = true;
        setCursor(Qt::ClosedHandCursor);
        const Region& shown = m_grids[m_drag->grid].shown;
        const auto cells = [cell](qreal pixels) {
            return static_cast<std::int64_t>(std::round(pixels / std::max(cell, 1e-3)));
        };
        const std::int64_t lines =
            geometry.isBroken() ? cells(way.y()) * static_cast<std::int64_t>(geometry.across) : 0;
        pan(m_drag->grid,
            static_cast<std::int64_t>(m_drag->region.row) - cells(way.y()) - static_cast<std::int64_t>(shown.row),
            static_cast<std::int64_t>(m_drag->region.column) - cells(way.x()) - lines -
                static_cast<std::int64_t>(shown.column));
        return;
    }
    const auto pick = elementAt(event->position());
    m_selection->setHovered(pick ? focusOf(*pick) : Focus{});
    Q_EMIT elementDescribed(pick ? describe(*pick) : QString());
}

void TilesView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const bool clicked = m_drag && !m_drag->moved;
    m_drag.reset();
    unsetCursor();
    if (!clicked) return;
    if (const auto pick = elementAt(event->position())) {
        m_cursor = pick;
        m_selection->togglePinned(focusOf(*pick));
    }
}

void TilesView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto pick = elementAt(event->position())) Q_EMIT elementActivated(*pick);
}

void TilesView::leaveEvent(QEvent*) {
    m_selection->clearHovered();
    Q_EMIT elementDescribed({});
}

void TilesView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    freshen();
    if (!m_cursor && !m_shapes.empty())
        m_cursor = ElementPick{m_shapes[0].array, m_grids[0].shown.row, m_grids[0].shown.column};
    update();
}

void TilesView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void TilesView::showCursor() {
    const auto grid = indexOf(m_cursor->array);
    if (!grid) return;
    const Region& shown = m_grids[*grid].shown;
    if (!shown.contains(m_cursor->row, m_cursor->column)) {
        const auto needed = [](std::uint64_t at, std::uint64_t start, std::uint64_t length) -> std::int64_t {
            if (at < start) return -static_cast<std::int64_t>(start - at);
            return at < start + length ? 0 : static_cast<std::int64_t>(at - (start + length) + 1);
        };
        pan(*grid, needed(m_cursor->row, shown.row, shown.rows), needed(m_cursor->column, shown.column, shown.columns));
    }
    m_selection->setHovered(focusOf(*m_cursor));
    const QString text = describe(*m_cursor);
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    Q_EMIT elementDescribed(text);
    update();
}

void TilesView::moveCursor(std::int64_t rows, std::int64_t columns) {
    freshen();
    if (m_shapes.empty()) return;
    if (!m_cursor) m_cursor = ElementPick{m_shapes[0].array, m_grids[0].shown.row, m_grids[0].shown.column};
    const auto grid = indexOf(m_cursor->array);
    if (!grid) return;
    const Region whole = m_shapes[*grid].whole();
    // Up and down go from line to line.
    if (const CellGeometry geometry = cellsOf(*grid); geometry.isBroken() && std::abs(rows) < kFar) {
        const std::int64_t lines = rows * static_cast<std::int64_t>(geometry.across);
        const std::int64_t target = static_cast<std::int64_t>(m_cursor->column) + lines;
        if (target >= 0 && target < static_cast<std::int64_t>(whole.columns)) columns += lines;
    }
    m_cursor->row = clampStart(static_cast<std::int64_t>(m_cursor->row) + rows, 1, whole.rows);
    m_cursor->column = clampStart(static_cast<std::int64_t>(m_cursor->column) + columns, 1, whole.columns);
    showCursor();
}

void TilesView::cursorToGrid(int by) {
    freshen();
    if (m_shapes.empty()) return;
    const std::size_t count = m_shapes.size();
    const std::size_t now = m_cursor ? indexOf(m_cursor->array).value_or(0) : 0;
    const std::size_t next = (now + count + static_cast<std::size_t>(by + static_cast<int>(count))) % count;
    m_cursor = ElementPick{m_shapes[next].array, m_grids[next].shown.row, m_grids[next].shown.column};
    showCursor();
}

void TilesView::keyPressEvent(QKeyEvent* event) {
    const bool other = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
        case Qt::Key_Left: return other ? cursorToGrid(-1) : moveCursor(0, -1);
        case Qt::Key_Right: return other ? cursorToGrid(1) : moveCursor(0, 1);
        case Qt::Key_Up: return other ? cursorToGrid(-1) : moveCursor(-1, 0);
        case Qt::Key_Down: return other ? cursorToGrid(1) : moveCursor(1, 0);
        case Qt::Key_Home: return moveCursor(other ? -kFar : 0, -kFar);
        case Qt::Key_End: return moveCursor(other ? kFar : 0, kFar);
        case Qt::Key_PageUp: return moveCursor(-16, 0);
        case Qt::Key_PageDown: return moveCursor(16, 0);
        case Qt::Key_Plus:
        case Qt::Key_Equal: return zoomIn();
        case Qt::Key_Minus: return zoomOut();
        case Qt::Key_0: return resetZoom();
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_cursor && other) Q_EMIT elementActivated(*m_cursor);
            if (m_cursor && !other) m_selection->togglePinned(focusOf(*m_cursor));
            return;
        case Qt::Key_Escape: return m_selection->clearPinned();
        default: QWidget::keyPressEvent(event);
    }
}

}  // namespace lanescope
