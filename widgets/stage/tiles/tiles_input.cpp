// SPDX-License-Identifier: GPL-3.0-or-later
// The tiles view's mouse and keyboard.
#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "widgets/stage/tiles/tiles_side.h"
#include "widgets/stage/tiles/tiles_words.h"
#include "widgets/style/words.h"

namespace lanescope {

using tiles::Spot;

namespace {

constexpr int kFar = 1 << 28;

/// Groups that the keyboard's cursor goes through: arrays, rows of values, the plane.
struct Group {
    Spot::Kind kind = Spot::Kind::None;
    std::uint32_t index = 0;
    std::uint64_t first = 0;   ///< the number of its first cell
    std::uint64_t across = 1;  ///< numbers between a cell and the one below it
    std::uint64_t count = 0;
};

std::vector<Group> groupsOf(const tiles::Block& block, const tiles::Layout& layout, std::size_t sums) {
    std::vector<Group> groups;
    for (const tiles::ArrayGrid& grid : layout.grids) {
        const std::uint64_t across = grid.wrapped ? grid.grid.across : grid.columns;
        const Group group{Spot::Kind::Cell, static_cast<std::uint32_t>(grid.array), 0, across,
                          block.arrays()[grid.array].elements()};
        const bool twice = std::ranges::any_of(groups, [&](const Group& g) { return g.index == group.index; });
        if (!twice) groups.push_back(group);
    }
    for (std::uint32_t slot = 0; slot < layout.slots.size(); ++slot)
        groups.push_back({Spot::Kind::Slot, slot, 0, layout.slots[slot].grid.across, simt::kWarpSize});
    if (layout.plane) groups.push_back({Spot::Kind::Sum, 0, 0, layout.plane->grid.across, sums});
    return groups;
}

}  // namespace

std::optional<TilesStage::Pointed> TilesStage::at(const QPointF& point) const {
    layOut(size());
    for (std::size_t side = 0; side < m_all.size(); ++side) {
        const tiles::Layout& layout = m_all[side]->layout;
        if (!layout.rect.contains(point)) continue;
        for (std::uint32_t slot = 0; slot < layout.slots.size(); ++slot) {
            const tiles::Grid& grid = layout.slots[slot].grid;
            for (std::uint64_t lane = 0; lane < simt::kWarpSize; ++lane)
                if (grid.cell(lane).contains(point) && grid.cells.contains(point))
                    return Pointed{side, {Spot::Kind::Slot, slot, lane}};
        }
        if (layout.plane && layout.plane->grid.cells.contains(point)) {
            const tiles::Grid& grid = layout.plane->grid;
            const auto column = static_cast<std::uint64_t>((point.x() - grid.cells.left()) / grid.width);
            const auto line = static_cast<std::uint64_t>((point.y() - grid.cells.top()) / grid.height);
            return Pointed{side, {Spot::Kind::Sum, 0, line * grid.across + column}};
        }
        for (const tiles::ArrayGrid& grid : layout.grids)
            if (const auto element = grid.at(point))
                return Pointed{side, {Spot::Kind::Cell, static_cast<std::uint32_t>(grid.array), *element}};
    }
    return std::nullopt;
}

QString TilesStage::describe(const Pointed& what) const {
    freshen();
    if (what.side >= m_all.size()) return {};
    const Side& side = *m_all[what.side];
    return tiles::describe(side.block, side.scene, playback().timelineOf(what.side),
                           m_differences ? side.check : nullptr, what.spot);
}

Focus TilesStage::focusOf(const Pointed& what) const {
    Focus focus;
    const Side& side = *m_all[what.side];
    const flow::Owned& owned = side.block.flow().owned();
    switch (what.spot.kind) {
        case Spot::Kind::Cell: {
            const tiles::Array& array = side.block.arrays()[what.spot.index];
            focus.element = ElementPick{array.ref, what.spot.number / array.columns, what.spot.number % array.columns};
            for (const tiles::Stream& stream : side.scene.streams)
                for (const tiles::Flight& flight : stream.flights)
                    if (!focus.thread && (flight.from == what.spot || flight.to == what.spot))
                        focus.thread = ThreadRef{stream.warp, flight.move.lane};
            break;
        }
        case Spot::Kind::Slot:
            focus.thread = ThreadRef{side.scene.warp, static_cast<std::uint32_t>(what.spot.number)};
            break;
        case Spot::Kind::Sum: {
            if (owned.columns() == 0) break;
            const auto cell = owned.at({static_cast<std::uint32_t>(what.spot.number / owned.columns()),
                                        static_cast<std::uint32_t>(what.spot.number % owned.columns())});
            if (cell) focus.thread = ThreadRef{cell->warp, cell->lane};
            break;
        }
        case Spot::Kind::None: break;
    }
    return focus;
}

std::optional<Spot> TilesStage::spotOf(std::size_t side, const Focus& focus) const {
    const tiles::Block& block = m_all[side]->block;
    if (focus.element) {
        const auto array = block.arrays().find(focus.element->array);
        if (!array) return std::nullopt;
        return Spot{Spot::Kind::Cell, static_cast<std::uint32_t>(*array),
                    focus.element->row * block.arrays()[*array].columns + focus.element->column};
    }
    if (!focus.thread) return std::nullopt;
    const flow::Owned& owned = block.flow().owned();
    const auto at = owned.positionOf({focus.thread->warp, static_cast<std::uint8_t>(focus.thread->lane), 0});
    if (at) return Spot{Spot::Kind::Sum, 0, std::uint64_t{at->row} * owned.columns() + at->column};
    if (block.slots() > 0 && focus.thread->warp == m_all[side]->scene.warp)
        return Spot{Spot::Kind::Slot, 0, focus.thread->lane};
    return std::nullopt;
}

tiles::Pointers TilesStage::pointersOf(std::size_t side) const {
    tiles::Pointers pointers;
    pointers.hovered = spotOf(side, selection().hovered());
    pointers.pinned = spotOf(side, selection().pinned());
    if (hasFocus() && m_cursor && m_cursor->side == side) pointers.cursor = m_cursor->spot;
    return pointers;
}

bool TilesStage::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto what = at(QPointF(help->pos())))
            QToolTip::showText(help->globalPos(), plainTip(describe(*what)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return StageView::event(event);
}

void TilesStage::mouseMoveEvent(QMouseEvent* event) {
    const auto what = at(event->position());
    selection().setHovered(what ? focusOf(*what) : Focus{});
    Q_EMIT described(
        what ? describe(*what).section(QLatin1Char('\n'), 0, 1).replace(QLatin1Char('\n'), QLatin1String("  "))
             : QString());
}

void TilesStage::mousePressEvent(QMouseEvent* event) {
    const auto what = at(event->position());
    if (event->button() != Qt::LeftButton || !what) return;
    m_cursor = what;
    selection().togglePinned(focusOf(*what));
}

void TilesStage::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto what = at(event->position());
    if (event->button() != Qt::LeftButton || !what) return;
    if (const auto element = focusOf(*what).element) Q_EMIT elementActivated(*element);
}

void TilesStage::leaveEvent(QEvent* /*event*/) {
    selection().clearHovered();
    Q_EMIT described({});
}

void TilesStage::focusInEvent(QFocusEvent* event) {
    StageView::focusInEvent(event);
    if (!m_cursor) cursorToGroup(0);
    update();
}

void TilesStage::focusOutEvent(QFocusEvent* event) {
    StageView::focusOutEvent(event);
    update();
}

void TilesStage::cursorToGroup(int by) {
    if (m_all.empty()) return;
    layOut(size());
    freshen();
    struct Stop {
        std::size_t side;
        Group group;
    };
    std::vector<Stop> stops;
    for (std::size_t side = 0; side < m_all.size(); ++side)
        for (const Group& group : groupsOf(m_all[side]->block, m_all[side]->layout, m_all[side]->scene.sums.size()))
            stops.push_back({side, group});
    if (stops.empty()) return;
    std::size_t now = 0;
    for (std::size_t i = 0; m_cursor && i < stops.size(); ++i)
        if (stops[i].side == m_cursor->side && stops[i].group.kind == m_cursor->spot.kind &&
            stops[i].group.index == m_cursor->spot.index)
            now = i;
    const auto count = static_cast<int>(stops.size());
    const Stop& next = stops[static_cast<std::size_t>((static_cast<int>(now) + by % count + count) % count)];
    m_cursor = Pointed{next.side, {next.group.kind, next.group.index, next.group.first}};
    if (by != 0) showCursor();
}

void TilesStage::moveCursor(int across, int down) {
    if (!m_cursor) cursorToGroup(0);
    if (!m_cursor) return;
    const Side& side = *m_all[m_cursor->side];
    for (const Group& group : groupsOf(side.block, side.layout, side.scene.sums.size())) {
        if (group.kind != m_cursor->spot.kind || group.index != m_cursor->spot.index || group.count == 0) continue;
        const auto width = static_cast<std::int64_t>(group.across);
        const auto number = static_cast<std::int64_t>(m_cursor->spot.number);
        const std::int64_t last = static_cast<std::int64_t>(group.count) - 1;
        const std::int64_t column = std::clamp<std::int64_t>(number % width + across, 0, width - 1);
        const std::int64_t line = std::clamp<std::int64_t>(number / width + down, 0, last / width);
        m_cursor->spot.number = static_cast<std::uint64_t>(std::min(line * width + column, last));
    }
    showCursor();
}

void TilesStage::showCursor() {
    selection().setHovered(focusOf(*m_cursor));
    const QString text = describe(*m_cursor);
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    Q_EMIT described(text);
    update();
}

void TilesStage::keyPressEvent(QKeyEvent* event) {
    const bool other = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
        case Qt::Key_Left: return other ? cursorToGroup(-1) : moveCursor(-1, 0);
        case Qt::Key_Right: return other ? cursorToGroup(1) : moveCursor(1, 0);
        case Qt::Key_Up: return other ? cursorToGroup(-1) : moveCursor(0, -1);
        case Qt::Key_Down: return other ? cursorToGroup(1) : moveCursor(0, 1);
        case Qt::Key_Home: return moveCursor(-kFar, other ? -kFar : 0);
        case Qt::Key_End: return moveCursor(kFar, other ? kFar : 0);
        case Qt::Key_PageUp: return moveCursor(0, -16);
        case Qt::Key_PageDown: return moveCursor(0, 16);
        case Qt::Key_Return:
        case Qt::Key_Enter: {
            if (!m_cursor) return;
            const Focus focus = focusOf(*m_cursor);
            if (!other)
                selection().togglePinned(focus);
            else if (focus.element)
                Q_EMIT elementActivated(*focus.element);
            return;
        }
        case Qt::Key_Escape: return selection().clearPinned();
        default: StageView::keyPressEvent(event);
    }
}

}  // namespace lanescope
