// SPDX-License-Identifier: GPL-3.0-or-later
// Where a spotlight falls on a map: of a thread or a warp on its block and on what it writes; of an element or a tile
// on its place and on the block that writes it; in rounds on the thread that adds, and what goes into that.
#include <algorithm>

#include "core/simt/step.h"
#include "widgets/stage/map/map_rounds.h"
#include "widgets/stage/map/map_view.h"
#include "widgets/stage/map/rounds_painter.h"

namespace lanescope {
namespace {

using Kind = Spotlight::Kind;
constexpr std::size_t kMostRings = 64;

bool isOnThreads(const Spotlight& spotlight) { return spotlight.kind == Kind::Thread || spotlight.kind == Kind::Warp; }

/// Threads of a block: [first, end).
std::pair<std::uint64_t, std::uint64_t> threadsOf(const Spotlight& spotlight, std::uint64_t threads) {
    const std::uint64_t warp = std::uint64_t{spotlight.thread.warp} * simt::kWarpSize;
    if (spotlight.kind == Kind::Warp) return {std::min(warp, threads), std::min(warp + simt::kWarpSize, threads)};
    const std::uint64_t thread = warp + spotlight.thread.lane;
    return {std::min(thread, threads), std::min(thread + 1, threads)};
}

/// Of so many rows from `first` on those that a buffer has and the lattice shows, which leaves out rows before `from`
/// and behind so many that nobody writes; columns alike. [first, end)
std::pair<std::uint64_t, std::uint64_t> shownPart(std::uint64_t first, std::uint64_t count, std::uint64_t size,
                                                  std::uint64_t from, std::uint64_t shown) {
    return {std::max(first, from), std::min({first + count, size, from + shown})};
}

void lightWords(Lit& lit, const MapLayout& layout) {
    for (const QRectF& words : {layout.heading, layout.matrixLabel}) lit.add(words);
    for (const MapGridPlace& grid : layout.grids) lit.add(grid.label);
}

/// A block's place in its grid, with the way from there to what it writes; the formula is of the block that comes now.
void lightBlock(Lit& lit, const MapLayout& layout, const MapScene& scene, std::uint64_t item,
                const std::vector<QRectF>& places, std::uint64_t position) {
    const auto cell = layout.cellOf(scene, scene.items[item]);
    if (cell) lit.ring(*cell);
    if (cell && !places.empty()) lit.join(*cell, places.front());
    lightWords(lit, layout);
    if (position == item + 1) lit.add(layout.formula);
}

void lightRounds(Lit& lit, const RoundsPainter& painter, const MapRounds& rounds, const Spotlight& spotlight,
                 std::uint64_t position) {
    if (position == 0 || position > rounds.rounds.size()) return;
    const std::size_t round = position - 1;
    const auto [first, end] = threadsOf(spotlight, rounds.threads);
    for (const MapAddition& addition : rounds.rounds[round].additions) {
        if (addition.thread < first || addition.thread >= end) continue;
        const QRectF thread = painter.threadCell(round, addition.thread);
        lit.ring(thread);
        for (const std::uint32_t source : addition.sources) {
            lit.add(painter.sourceCell(round, source));
            lit.join(painter.sourceCell(round, source), thread);
        }
        lit.add(painter.elementCell(round, addition.target));
    }
}

}  // namespace

Lit MapView::litBy(const Spotlight& spotlight, const QSizeF& size) const {
    Lit lit;
    const std::vector<MapLayout> layouts = m_picture.layoutsFor(size, m_clock.position());
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        const std::size_t side = m_shownSides[i];
        const Known& known = m_known[side];
        const MapScene& scene = *m_picture.maps()[i].scene;
        if (scene.kind == MapKind::Rounds && isOnThreads(spotlight)) {
            lightRounds(lit, m_picture.roundsOf(i, layouts[i], m_clock.position()), *scene.rounds, spotlight,
                        m_clock.position());
            if (!lit.empty()) lightWords(lit, layouts[i]);
        }
        if (scene.kind != MapKind::Blocks || !scene.buffer) continue;
        if (isOnThreads(spotlight))
            lightThreads(lit, spotlight, side, scene, layouts[i]);
        else if (spotlight.element.array == ArrayRef{ArrayRef::Kind::Buffer, *scene.buffer})
            lightElements(lit, spotlight, known.work, scene, layouts[i]);
    }
    return lit;
}

/// Of the block that is watched, as spotlights on threads are.
void MapView::lightThreads(Lit& lit, const Spotlight& spotlight, std::size_t side, const MapScene& scene,
                           const MapLayout& layout) const {
    if (side >= playback().sides()) return;
    const BlockTrace& trace = playback().flow(side).trace();
    const MapThread inBlock{sides()[side].launch, trace.launch().grid.linear(trace.block()), 0};
    const auto item = lanescope::itemOf(scene, inBlock);
    if (!item || *item >= scene.items.size()) return;
    const auto [first, end] = threadsOf(spotlight, trace.launch().block.count());
    if (first == end) return;
    std::vector<QRectF> places;
    for (std::uint64_t thread = first; thread < end; ++thread)
        for (const MapRect& element :
             elementsOf(m_known[side].work, scene, {inBlock.launch, inBlock.block, thread}, kMostRings))
            if (places.size() < kMostRings) places.push_back(layout.elementRect(scene, element.row, element.column));
    for (const QRectF& place : places) lit.ring(place);
    lightBlock(lit, layout, scene, *item, places, m_clock.position());
}

void MapView::lightElements(Lit& lit, const Spotlight& spotlight, const MapLaunches& work, const MapScene& scene,
                            const MapLayout& layout) const {
    const Buffer& buffer = scene.plan->buffers[*scene.buffer];
    const bool tile = spotlight.kind == Kind::Tile;
    const auto [row, rows] = shownPart(spotlight.element.row, tile ? spotlight.rows : 1, buffer.rows, scene.firstRow,
                                       std::uint64_t{scene.latticeRows} * scene.unitRows);
    const auto [column, columns] =
        shownPart(spotlight.element.column, tile ? spotlight.columns : 1, buffer.columns, scene.firstColumn,
                  std::uint64_t{scene.latticeColumns} * scene.unitColumns);
    if (row >= rows || column >= columns) return;
    const auto rectOf = [&layout, &scene](std::uint64_t r, std::uint64_t c) {
        return layout.elementRect(scene, static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(c));
    };
    const QRectF place =
        layout.folded ? rectOf(row, column) : rectOf(row, column).united(rectOf(rows - 1, columns - 1));
    lit.ring(place);
    const auto writer = writerOf(work, *scene.buffer, row * buffer.columns + column);
    const auto item = writer ? lanescope::itemOf(scene, *writer) : std::nullopt;
    if (item && *item < scene.items.size())
        lightBlock(lit, layout, scene, *item, {place}, m_clock.position());
    else
        lightWords(lit, layout);
}

}  // namespace lanescope
