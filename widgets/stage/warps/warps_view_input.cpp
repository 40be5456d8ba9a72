// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of the warps view.
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

#include "core/flow/alignment.h"
#include "widgets/stage/warps/warps_view.h"
#include "widgets/stage/warps/warps_words.h"

namespace lanescope {

std::optional<WarpsView::Cell> WarpsView::cellAt(const QPointF& point) const {
    const std::vector<warps::Layout>& layouts = layoutsFor(size());
    for (std::size_t side = 0; side < layouts.size(); ++side)
        for (const warps::Band& band : layouts[side].bands) {
            if (point.y() < band.top || point.y() >= band.bottom()) continue;
            for (const warps::GroupBox& box : layouts[side].groups)
                for (std::size_t column = 0; column < box.columns.size(); ++column)
                    if (point.x() >= box.columns[column].left - 1 && point.x() < box.columns[column].right + 1)
                        return Cell{side, box.group, column, band.warp};
        }
    return std::nullopt;
}

void WarpsView::point(const std::optional<Cell>& cell, const QPointF* at) {
    if (!cell) {
        selection().clearHovered();
        Q_EMIT described({});
        return;
    }
    Focus focus;
    if (at != nullptr) {
        const warps::Band band = layoutsFor(size())[cell->side].bands[cell->warp];
        const auto lane = static_cast<std::uint32_t>(std::clamp((at->y() - band.top) / band.pitch(), 0.0, 31.0));
        if ((warps::lanesOfWarp(playback().flow(cell->side).trace(), cell->warp) >> lane & 1) != 0)
            focus.thread = ThreadRef{cell->warp, lane};
    }
    const warps::Group& group = m_scenes[cell->side]->group(cell->group);
    const warps::Cell& what = group.columns[cell->column].cells[cell->warp];
    if (!what.empty()) {
        const auto& trace = playback().flow(cell->side).trace();
        const std::uint32_t line =
            warps::lineOf(trace.entry().instructions[trace.instruction(group.first + what.first)]);
        if (line != 0) focus.sourceLine = line;
    }
    selection().setHovered(focus);
    Q_EMIT described(warps::describedCell(*m_scenes[cell->side], cell->group, cell->column, cell->warp));
}

/// To behind the cell's last event, on the clock of the leading block.
void WarpsView::goTo(const Cell& cell) {
    const warps::Group& group = m_scenes[cell.side]->group(cell.group);
    const warps::Cell& what = group.columns[cell.column].cells[cell.warp];
    if (what.empty()) return;
    const quint64 behind = group.first + what.end;
    playback().seek(cell.side == 0 ? behind
                                   : flow::leadingPosition(playback().flow(0), playback().flow(cell.side), behind));
}

void WarpsView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    point(cellAt(at), &at);
}

void WarpsView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const auto cell = cellAt(event->position());
    if (!cell) return;
    m_cursor = cell;
    goTo(*cell);
}

void WarpsView::leaveEvent(QEvent* event) {
    StageView::leaveEvent(event);
    point(std::nullopt, nullptr);
}

bool WarpsView::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return StageView::event(event);
}

void WarpsView::moveCursor(int columns, int rows) {
    if (!m_cursor) {
        const warps::WarpsScene* const lead = scene(0);
        if (lead == nullptr) return;
        const auto now = warps::presentAt(*lead, playback().positionOf(0));
        m_cursor = now ? Cell{0, now->group, now->column, now->warp} : Cell{};
    } else {
        const warps::WarpsScene& what = *m_scenes[m_cursor->side];
        const std::vector<warps::Layout>& layouts = layoutsFor(size());
        const warps::Page& page = layouts[m_cursor->side].page;
        const auto most = static_cast<int>(what.warps()) - 1;
        m_cursor->warp = static_cast<std::uint32_t>(std::clamp(static_cast<int>(m_cursor->warp) + rows, 0, most));
        m_cursor->group = std::clamp(m_cursor->group, page.first, page.end - 1);
        const std::size_t last = what.group(m_cursor->group).columns.size() - 1;
        m_cursor->column = std::min(m_cursor->column, last);
        if (columns > 0 && m_cursor->column == last && m_cursor->group + 1 < page.end) {
            ++m_cursor->group;
            m_cursor->column = 0;
        } else if (columns > 0 && m_cursor->column < last) {
            ++m_cursor->column;
        } else if (columns < 0 && m_cursor->column > 0) {
            --m_cursor->column;
        } else if (columns < 0 && m_cursor->group > page.first) {
            m_cursor->column = what.group(--m_cursor->group).columns.size() - 1;
        }
    }
    point(m_cursor, nullptr);
    update();
}

void WarpsView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left: moveCursor(-1, 0); return;
        case Qt::Key_Right: moveCursor(1, 0); return;
        case Qt::Key_Up: moveCursor(0, -1); return;
        case Qt::Key_Down: moveCursor(0, 1); return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_cursor) goTo(*m_cursor);
            return;
        default: StageView::keyPressEvent(event);
    }
}

}  // namespace lanescope
