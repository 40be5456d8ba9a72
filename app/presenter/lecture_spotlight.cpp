// SPDX-License-Identifier: GPL-3.0-or-later
// What the lecture's spotlight is on: what is pointed at, then all that it is part of.
#include "app/main_window.h"
#include "app/presenter/lecture.h"
#include "widgets/stage/tiles/tiles_arrays.h"

namespace lanescope {

using Kind = Spotlight::Kind;

void Lecture::setSpotlight(const std::optional<lanescope::Spotlight>& spotlight) {
    m_overlay->setSpotlight(spotlight);
    // The views show of it what they show of whatever is looked at: its arithmetic, its lane.
    m_window.selection().setPinned(spotlight ? focusOf(*spotlight) : Focus{});
    Q_EMIT changed();
}

/// What the mouse or the keyboard is at; else the thread that the picture is about.
std::optional<Spotlight> Lecture::pointed() const {
    const Focus focus = m_window.selection().shown();
    if (focus.element) return lanescope::Spotlight{.kind = Kind::Element, .element = *focus.element};
    if (focus.thread) return lanescope::Spotlight{.kind = Kind::Thread, .thread = *focus.thread};
    const Playback& playback = m_window.playback();
    if (playback.trace() == nullptr || playback.position() == 0) return std::nullopt;
    const std::uint64_t event = playback.position() - 1;
    const simt::LaneMask active = playback.trace()->active(event);
    if (active == 0) return std::nullopt;
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(active));
    return lanescope::Spotlight{.kind = Kind::Thread, .thread = {playback.trace()->warp(event), lane}};
}

/// A thread's warp, an element's tile: all of a shared array; of another as many rows and columns as the block has
/// threads. Nothing is wider than these.
std::optional<Spotlight> Lecture::widened(const lanescope::Spotlight& spotlight) const {
    lanescope::Spotlight wider = spotlight;
    const flow::BlockFlow* const flow = m_window.playback().flow();
    if (spotlight.kind == Kind::Thread) {
        wider.kind = Kind::Warp;
        wider.thread.lane = 0;
        return wider;
    }
    if (spotlight.kind != Kind::Element || flow == nullptr) return std::nullopt;
    const tiles::Arrays arrays(*flow);
    const auto at = arrays.find(spotlight.element.array);
    if (!at) return std::nullopt;
    const tiles::Array& array = arrays[*at];
    const Dim3 block = flow->trace().launch().block;
    wider.kind = Kind::Tile;
    wider.rows = array.isShared() ? array.rows : std::min<std::uint64_t>(array.rows, block.y);
    wider.columns = array.isShared() ? array.columns : std::min<std::uint64_t>(array.columns, block.x);
    wider.element.row = spotlight.element.row / wider.rows * wider.rows;
    wider.element.column = spotlight.element.column / wider.columns * wider.columns;
    return wider;
}

void Lecture::turnSpotlight() {
    const std::optional<lanescope::Spotlight> now = m_overlay->spotlight();
    if (!now) return setSpotlight(pointed());
    const Focus& hovered = m_window.selection().hovered();
    // What is pointed at is something else: it goes there.
    const bool elsewhere = (hovered.element || hovered.thread) && focusOf(*pointed()) != focusOf(*now);
    const bool within = now->kind == Kind::Warp && hovered.thread && hovered.thread->warp == now->thread.warp;
    if (elsewhere && !within) return setSpotlight(pointed());
    setSpotlight(widened(*now));
}

}  // namespace lanescope
