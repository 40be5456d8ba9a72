// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/memory_painter.h"

#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/memory/side_layout.h"
#include "widgets/stage/memory/side_painter.h"

namespace lanescope {
namespace {

/// More beside each other would be too narrow for their numbers.
constexpr std::size_t kAbreast = 3;
constexpr double kLeastAcross = 380, kLeastDown = 300;  ///< pixels at normal size, of one
constexpr double kNear = 14;                            ///< pixels from a dot that still mean it

double marginOf(const Theme& theme) { return theme.scaled((theme.isCompact() ? 2 : 3) * paint::kGrid); }

}  // namespace

MemoryPainter::MemoryPainter(QPainter& painter, const Theme& theme, const QSizeF& size, const MemoryScene& scene,
                             const MemoryLook& look)
    : m_painter(painter), m_theme(theme), m_size(size), m_scene(scene), m_look(look) {}

QRectF MemoryPainter::sideRect(const Theme& theme, const QSizeF& size, std::size_t side, std::size_t sides) {
    const double margin = marginOf(theme);
    std::size_t columns = sides <= kAbreast ? std::max<std::size_t>(sides, 1) : (sides + 1) / 2;
    // In a column of a paper they stand one below the other, where that is high enough.
    if (size.width() < theme.scaled(kLeastAcross) * static_cast<double>(columns) &&
        size.height() >= theme.scaled(kLeastDown) * static_cast<double>(sides))
        columns = 1;
    const std::size_t rows = (sides + columns - 1) / std::max<std::size_t>(columns, 1);
    const double width = size.width() / static_cast<double>(columns);
    const double height = size.height() / static_cast<double>(std::max<std::size_t>(rows, 1));
    const QRectF all(static_cast<double>(side % columns) * width, static_cast<double>(side / columns) * height, width,
                     height);
    return all.adjusted(margin, margin * 0.75, -margin, -margin / 2);
}

void MemoryPainter::paint() {
    const std::size_t sides = m_scene.sides.size();
    const double margin = marginOf(m_theme);
    for (std::size_t side = 0; side < sides; ++side) {
        const QRectF rect = sideRect(m_theme, m_size, side, sides);
        const QString name = sides > 1 && side < m_look.names.size() ? m_look.names[side] : QString();
        const SideLayout layout(m_theme, rect, m_scene);
        if (m_scene.sides[side].request) {
            SidePainter(m_painter, m_theme, layout, m_scene.sides[side], m_look).paint(name);
        } else {
            paint::heading(m_painter, m_theme, layout.heading, name, {});
            paint::paragraph(m_painter, m_theme, layout.chart, Type::Title, Colour::FaintText,
                             SidePainter::tr("This block accesses no memory."));
        }
        if (side == 0) continue;
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
        if (rect.left() < margin * 1.5) {
            m_painter.drawLine(QPointF(rect.left(), rect.top() - margin / 2),
                               QPointF(rect.right(), rect.top() - margin / 2));
            continue;
        }
        m_painter.drawLine(QPointF(rect.left() - margin, rect.top()), QPointF(rect.left() - margin, rect.bottom()));
    }
}

std::optional<unsigned> MemoryPainter::laneAt(const Theme& theme, const QSizeF& size, const MemoryScene& scene,
                                              const QPointF& at) {
    for (std::size_t side = 0; side < scene.sides.size(); ++side) {
        const auto& request = scene.sides[side].request;
        const QRectF rect = sideRect(theme, size, side, scene.sides.size());
        if (!request || !rect.contains(at)) continue;
        const SideLayout layout(theme, rect, scene);
        if (request->isShared() || request->isAtomic()) {
            for (const PileCell& cell : pileOf(*request).cells)
                if (layout.pile.cell(cell.column, cell.level).contains(at)) return simt::firstLane(cell.lanes);
            return std::nullopt;
        }
        for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
            const QPointF way = layout.dot(lane) - at;
            if (std::hypot(way.x(), way.y()) < std::min(theme.scaled(kNear), layout.dots.width() / 64)) return lane;
        }
        const std::size_t shown = std::min<std::size_t>(request->lines.size(), simt::kWarpSize);
        for (std::size_t i = 0; i < shown; ++i) {
            const QRectF line = layout.line(i, shown);
            if (!line.contains(at)) continue;
            const double offset = (at.x() - line.left()) / line.width() * simt::kLineBytes;
            const std::uint64_t byte = request->lines[i].address + static_cast<std::uint64_t>(offset);
            for (const simt::Piece& piece : simt::piecesOf(request->request))
                if (byte >= piece.address && byte < piece.address + piece.bytes) return piece.lane;
        }
    }
    return std::nullopt;
}

}  // namespace lanescope
