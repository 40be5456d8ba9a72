// SPDX-License-Identifier: GPL-3.0-or-later
// Where a spotlight on a thread or a warp falls in the view of the code: on the line that it ran last, in every pane.
#include <algorithm>

#include "widgets/stage/code/code_view.h"

namespace lanescope {
namespace {

/// The last event before a position that the thread takes part in; of a warp, that it ran.
std::optional<std::uint64_t> lastEventOf(const Spotlight& spotlight, const BlockTrace& trace, std::uint64_t position) {
    const simt::LaneMask lanes =
        spotlight.kind == Spotlight::Kind::Thread ? simt::LaneMask{1} << spotlight.thread.lane : ~simt::LaneMask{0};
    for (std::uint64_t event = std::min(position, trace.size()); event-- > 0;)
        if (trace.warp(event) == spotlight.thread.warp && (trace.active(event) & lanes) != 0) return event;
    return std::nullopt;
}

/// The row that shows a line, or in which it is closed.
std::optional<std::size_t> rowOf(const code::Pane& pane, std::uint32_t line) {
    for (std::size_t row = 0; row < pane.rows.size(); ++row) {
        const code::Row& at = pane.rows[row];
        if (line >= at.first && line < at.first + std::max(1U, at.closed)) return row;
    }
    return std::nullopt;
}

}  // namespace

Lit CodeStage::litBy(const Spotlight& spotlight, const QSizeF& size) const {
    Lit lit;
    const bool thread = spotlight.kind == Spotlight::Kind::Thread || spotlight.kind == Spotlight::Kind::Warp;
    if (!thread || m_picture.panes.empty()) return lit;
    const bool live = isVisible() && size == QSizeF(this->size());
    const code::CodePicture picture = live ? m_picture : pictureFor(size);
    const code::CodeGeometry geometry = code::layOut(theme(), picture, size);
    for (std::size_t i = 0; i < picture.panes.size(); ++i) {
        const code::Pane& pane = picture.panes[i];
        const code::PaneGeometry& at = geometry.panes[i];
        for (const std::size_t side : pane.listing->sides) {
            const BlockTrace& trace = m_scene->flow(side).trace();
            const auto event = lastEventOf(spotlight, trace, playback().positionOf(side));
            if (!event) continue;
            const std::uint32_t line = m_scene->lineOf(*pane.listing, side, trace.instruction(*event));
            const auto row = line > 0 ? rowOf(pane, line) : std::nullopt;
            if (!row || !at.body.contains(at.row(*row).center())) continue;
            lit.ring(at.row(*row));
            lit.add(QRectF(at.all.topLeft(), at.heads.bottomRight()));
        }
    }
    return lit;
}

}  // namespace lanescope
