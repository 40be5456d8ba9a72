// SPDX-License-Identifier: GPL-3.0-or-later
// What the map does with mouse and keys.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "widgets/stage/map/map_view.h"
#include "widgets/stage/map/rounds_painter.h"
#include "widgets/style/words.h"

namespace lanescope {

std::optional<MapView::Spot> MapView::spotAt(const QPointF& point) const {
    const auto& layouts = m_picture.layouts();
    for (std::size_t i = 0; i < layouts.size() && i < m_picture.maps().size(); ++i) {
        const MapScene& scene = *m_picture.maps()[i].scene;
        if (scene.kind == MapKind::Rounds) {
            if (const auto round = m_picture.roundsOf(i, m_clock.position()).roundAt(point)) return Spot{i, *round, {}};
            continue;
        }
        if (const auto item = layouts[i].itemAt(scene, point)) return Spot{i, item, {}};
        if (const auto cell = layouts[i].latticeAt(scene, point)) {
            Spot spot{i, {}, cell};
            if (const auto element = layouts[i].elementAt(scene, *cell, point);
                element && scene.kind == MapKind::Blocks)
                spot.thread = writerOf(
                    workOf(spot), *scene.buffer,
                    std::uint64_t{element->row} * scene.plan->buffers[*scene.buffer].columns + element->column);
            return spot;
        }
    }
    return std::nullopt;
}

/// The item itself, or the first that writes in a cell.
std::optional<std::uint64_t> MapView::itemOf(const Spot& spot) const {
    if (spot.item || !spot.cell || spot.side >= m_picture.maps().size()) return spot.item;
    const MapScene& scene = *m_picture.maps()[spot.side].scene;
    if (spot.thread)
        if (const auto item = lanescope::itemOf(scene, *spot.thread)) return item;
    if (!scene.isOwned(spot.cell->row, spot.cell->column)) return std::nullopt;
    const std::uint32_t row = scene.firstRow + spot.cell->row * scene.unitRows;
    const std::uint32_t column = scene.firstColumn + spot.cell->column * scene.unitColumns;
    // A cell at an edge may begin with elements that nobody writes.
    for (std::uint32_t r = row; r < row + scene.unitRows; ++r)
        if (const auto writers = scene.writersOf(r, column, 1); !writers.empty()) return writers.front();
    return std::nullopt;
}

QString MapView::describe(const Spot& spot) const {
    const MapScene& scene = *m_picture.maps()[spot.side].scene;
    QString what =
        spot.item ? MapText::item(scene, *spot.item) : MapText::place(scene, spot.cell->row, spot.cell->column);
    if (spot.thread) {
        const QString thread = threadWords(workOf(spot), *scene.plan, *spot.thread);
        what = spot.item ? thread : tr("%1. %2").arg(thread, what);
    }
    return m_picture.maps().size() > 1 ? tr("%1: %2").arg(m_picture.maps()[spot.side].name, what) : what;
}

void MapView::pointAt(const std::optional<Spot>& spot) {
    m_pointed = spot;
    const QString text = spot ? describe(*spot) : QString();
    if (spot) setAccessibleDescription(text);
    Q_EMIT described(text);
    update();
}

void MapView::activate(const Spot& spot) {
    const auto item = itemOf(spot);
    if (!item) return;
    const MapScene& scene = *m_picture.maps()[spot.side].scene;
    if (scene.kind != MapKind::Blocks) return;
    const MapItem& of = scene.items[*item];
    Q_EMIT blockActivated(m_shownSides[spot.side], scene.groups[of.group].launch, scene.blockOf(of));
}

bool MapView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return StageView::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto spot = spotAt(help->pos());
    QToolTip::showText(help->globalPos(), plainTip(spot ? describe(*spot) : QString()), this);
    return true;
}

void MapView::mouseMoveEvent(QMouseEvent* event) { pointAt(spotAt(event->position())); }

void MapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    for (const auto& [place, kind] : m_kindPlaces)
        if (place.contains(event->position())) return setKind(kind);
    for (std::size_t i = 0; i < m_picture.layouts().size(); ++i)
        if (m_picture.layouts()[i].matrixLabel.contains(event->position()) &&
            m_picture.maps()[i].scene->written.size() > 1)
            return showNextArray(m_shownSides[i]);
    const auto spot = spotAt(event->position());
    if (!spot) return;
    if (const auto item = itemOf(*spot)) m_clock.seek(*item + 1);
}

void MapView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto spot = spotAt(event->position())) activate(*spot);
}

void MapView::leaveEvent(QEvent* /*event*/) { pointAt(std::nullopt); }

void MapView::focusOutEvent(QFocusEvent* event) {
    StageView::focusOutEvent(event);
    pointAt(std::nullopt);
}

void MapView::goToThread(Spot spot, int key) {
    const MapScene& scene = *m_picture.maps()[spot.side].scene;
    if (scene.kind != MapKind::Blocks) return;
    const MapItem& item = scene.items[*spot.item];
    const MapGroup& group = scene.groups[item.group];
    if (!spot.thread || spot.thread->block != item.number || spot.thread->launch != group.launch) {
        spot.thread = MapThread{group.launch, item.number, 0};
    } else {
        const auto row = static_cast<std::int64_t>(group.block.y > 1 ? group.block.x : simt::kWarpSize);
        const std::int64_t by = key == Qt::Key_Left ? -1 : key == Qt::Key_Right ? 1 : key == Qt::Key_Up ? -row : row;
        const auto last = static_cast<std::int64_t>(group.block.count()) - 1;
        const auto now = static_cast<std::int64_t>(spot.thread->thread);
        spot.thread->thread = static_cast<std::uint64_t>(std::clamp<std::int64_t>(now + by, 0, last));
    }
    pointAt(spot);
}

void MapView::keyPressEvent(QKeyEvent* event) {
    if (m_picture.maps().empty()) return StageView::keyPressEvent(event);
    Spot spot = m_pointed && m_pointed->side < m_picture.maps().size() ? *m_pointed : Spot{0, std::uint64_t{0}, {}};
    spot.item = itemOf(spot).value_or(0);
    spot.cell.reset();
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const bool arrow = event->key() >= Qt::Key_Left && event->key() <= Qt::Key_Down;
    if (arrow && event->modifiers().testFlag(Qt::ShiftModifier)) return goToThread(spot, event->key());
    spot.thread.reset();
    const auto go = [&](std::int64_t by) {
        const MapScene& scene = *m_picture.maps()[spot.side].scene;
        const auto last = static_cast<std::int64_t>(scene.items.size()) - 1;
        const std::int64_t to = m_pointed ? static_cast<std::int64_t>(*spot.item) + by : 0;
        spot.item = static_cast<std::uint64_t>(std::clamp<std::int64_t>(to, 0, last));
        pointAt(spot);
    };
    const auto row = [&] {
        const MapScene& scene = *m_picture.maps()[spot.side].scene;
        return scene.kind == MapKind::Blocks
                   ? static_cast<std::int64_t>(scene.groups[scene.items[*spot.item].group].columns)
                   : 1;
    };
    const auto toSide = [&](std::size_t side) {
        spot.side = side;
        spot.item = std::min<std::uint64_t>(*spot.item, m_picture.maps()[side].scene->items.size() - 1);
        pointAt(spot);
    };
    switch (event->key()) {
        case Qt::Key_Left:
            if (control && spot.side > 0)
                toSide(spot.side - 1);
            else
                go(-1);
            break;
        case Qt::Key_Right:
            if (control && spot.side + 1 < m_picture.maps().size())
                toSide(spot.side + 1);
            else
                go(1);
            break;
        case Qt::Key_Up: go(-row()); break;
        case Qt::Key_Down: go(row()); break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!m_pointed) break;
            if (control)
                activate(spot);
            else
                m_clock.seek(*spot.item + 1);
            break;
        case Qt::Key_A: showNextArray(m_shownSides[spot.side]); break;
        case Qt::Key_Escape: pointAt(std::nullopt); break;
        default: StageView::keyPressEvent(event);
    }
}

}  // namespace lanescope
