// SPDX-License-Identifier: GPL-3.0-or-later
// Where a spotlight on a thread or a warp falls in the view of memory: its words and passes, or its part of the lines.
#include <algorithm>

#include "widgets/stage/memory/memory_view.h"
#include "widgets/stage/memory/side_layout.h"

namespace lanescope {
namespace {

/// Lanes of the request that the spotlight is on.
simt::LaneMask lanesOf(const Spotlight& spotlight, const RequestScene& request) {
    if (request.warp != spotlight.thread.warp) return 0;
    if (spotlight.kind == Spotlight::Kind::Warp) return request.request.lanes;
    return spotlight.kind == Spotlight::Kind::Thread ? request.request.lanes & 1U << spotlight.thread.lane : 0;
}

void lightPile(Lit& lit, const SideLayout& layout, const RequestScene& request, simt::LaneMask lanes) {
    for (const PileCell& cell : pileOf(request).cells)
        if ((cell.lanes & lanes) != 0) lit.ring(layout.pile.cell(cell.column, cell.level));
}

void lightLines(Lit& lit, const SideLayout& layout, const RequestScene& request, simt::LaneMask lanes) {
    const std::size_t shown = std::min<std::size_t>(request.lines.size(), simt::kWarpSize);
    for (const simt::Piece& piece : simt::piecesOf(request.request)) {
        if ((lanes >> piece.lane & 1U) == 0) continue;
        const std::uint64_t start = piece.address / simt::kLineBytes * simt::kLineBytes;
        const auto line = std::ranges::find(request.lines, start, &LineUse::address);
        const auto number = static_cast<std::size_t>(line - request.lines.begin());
        if (number >= shown) continue;
        const QRectF all = layout.line(number, shown);
        const double byte = all.width() / static_cast<double>(simt::kLineBytes);
        const QRectF part(all.left() + static_cast<double>(piece.address - start) * byte, all.top(),
                          static_cast<double>(piece.bytes) * byte, all.height());
        const double half = layout.dots.width() / (2 * simt::kWarpSize);
        const QPointF dot = layout.dot(piece.lane);
        lit.join(QRectF(dot - QPointF(half, half), QSizeF(2 * half, 2 * half)), part);
        lit.ring(part);
    }
}

}  // namespace

Lit MemoryView::litBy(const Spotlight& spotlight, const QSizeF& size) const {
    Lit lit;
    for (std::size_t side = 0; side < m_scene.sides.size(); ++side) {
        const auto& request = m_scene.sides[side].request;
        const simt::LaneMask lanes = request ? lanesOf(spotlight, *request) : 0;
        if (lanes == 0) continue;
        const SideLayout layout(theme(), MemoryPainter::sideRect(theme(), size, side, m_scene.sides.size()), m_scene);
        if (request->isShared() || request->isAtomic())
            lightPile(lit, layout, *request, lanes);
        else
            lightLines(lit, layout, *request, lanes);
        for (const QRectF& words : {layout.heading, layout.law}) lit.add(words);
    }
    return lit;
}

}  // namespace lanescope
