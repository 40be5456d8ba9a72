// SPDX-License-Identifier: GPL-3.0-or-later
// Where a spotlight falls in the tiles view.
#include <algorithm>

#include "widgets/stage/tiles/tiles_side.h"

namespace lanescope {

using tiles::Spot;

namespace {

constexpr std::size_t kMostRings = 64;

struct SideLight {
    const Spotlight& spotlight;
    const tiles::Block& block;
    const tiles::Scene& scene;
    const tiles::Layout& layout;
    Lit& lit;

    [[nodiscard]] bool isOnThreads() const {
        return spotlight.kind == Spotlight::Kind::Thread || spotlight.kind == Spotlight::Kind::Warp;
    }
    [[nodiscard]] bool isOf(std::uint32_t warp, std::uint32_t lane) const {
        return warp == spotlight.thread.warp &&
               (spotlight.kind == Spotlight::Kind::Warp || lane == spotlight.thread.lane);
    }

    /// What the threads own; where they own nothing, or have nothing of it yet, the values that they hold.
    void ringThreads() const {
        std::vector<QRectF> found;
        const flow::Owned& owned = block.flow().owned();
        if (layout.plane)
            for (const auto& [cell, at] : owned.cells()) {
                if (!isOf(cell.warp, cell.lane)) continue;
                const Spot spot{Spot::Kind::Sum, 0, std::uint64_t{at.row} * owned.columns() + at.column};
                if (const auto rect = layout.rectOf(spot)) found.push_back(*rect);
            }
        addOperands(found);
        // Where they share their place with a calculation, that may be what is seen there.
        if (scene.warp == spotlight.thread.warp && tiles::showsSlots(layout, scene))
            for (std::uint32_t slot = 0; slot < layout.slots.size(); ++slot)
                for (std::uint64_t lane = 0; lane < simt::kWarpSize; ++lane)
                    if (isOf(scene.warp, static_cast<std::uint32_t>(lane)) && scene.slots[slot].lanes[lane].has)
                        found.push_back(layout.slots[slot].grid.cell(lane));
        ringAll(found);
    }

    /// One ring around cells that lie beside each other.
    void ringAll(const std::vector<QRectF>& cells) const {
        QRectF whole;
        double area = 0;
        for (const QRectF& cell : cells) {
            whole = whole.united(cell);
            area += cell.width() * cell.height();
        }
        if (cells.size() > 1 && area > 0.9 * whole.width() * whole.height()) return lit.ring(whole);
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (i < kMostRings)
                lit.ring(cells[i]);
            else
                lit.add(cells[i]);
    }

    [[nodiscard]] std::optional<tiles::Box> boxIn(std::size_t array) const {
        const auto at = block.arrays().find(spotlight.element.array);
        if (!at || *at != array) return std::nullopt;
        const bool tile = spotlight.kind == Spotlight::Kind::Tile;
        return tiles::Box{spotlight.element.row, spotlight.element.column, tile ? spotlight.rows : 1,
                          tile ? spotlight.columns : 1};
    }
    [[nodiscard]] bool isIn(const Spot& spot) const {
        if (spot.kind != Spot::Kind::Cell) return false;
        const auto box = boxIn(spot.index);
        const std::uint64_t columns = block.arrays()[spot.index].columns;
        return box && box->contains(spot.number / columns, spot.number % columns);
    }
    void ringElements() const {
        for (const tiles::ArrayGrid& grid : layout.grids)
            if (const auto box = boxIn(grid.array)) {
                const QRectF rect = grid.box(*box).intersected(grid.grid.cells);
                lit.ring(rect);
            }
    }

    /// Of a product's operands the row and the column that feed a sum, with the way from there.
    void addOperands(const std::vector<QRectF>& sums) const {
        if (!layout.product || !layout.plane) return;
        for (const tiles::ArrayGrid& grid : layout.grids) {
            if (!grid.isOperand) continue;
            const QRectF& cells = grid.grid.cells;
            const bool beside = cells.right() <= layout.plane->grid.cells.left();
            for (const QRectF& sum : sums)
                lit.add(beside ? QRectF(QPointF(cells.left(), sum.top()), sum.bottomRight())
                               : QRectF(QPointF(sum.left(), cells.top()), sum.bottomRight()));
        }
    }

    void addFlights() const {
        for (const tiles::Stream& stream : scene.streams)
            for (const tiles::Flight& flight : stream.flights) {
                const bool mine =
                    isOnThreads() ? isOf(stream.warp, flight.move.lane) : isIn(flight.from) || isIn(flight.to);
                if (!mine) continue;
                const auto from = layout.rectOf(flight.from), to = layout.rectOf(flight.to);
                if (from && to) lit.join(*from, *to);
            }
    }
};

}  // namespace

Lit TilesStage::litBy(const Spotlight& spotlight, const QSizeF& size) const {
    Lit lit;
    freshen();
    layOut(size);
    for (const auto& side : m_all) {
        const SideLight light{spotlight, side->block, side->scene, side->layout, lit};
        if (light.isOnThreads())
            light.ringThreads();
        else
            light.ringElements();
        light.addFlights();
        const auto& equation = side->scene.equation;
        if (equation && light.isOnThreads() && light.isOf(equation->thread.warp, equation->thread.lane))
            lit.add(side->layout.equation);
    }
    return lit;
}

double TilesStage::valueCell(const QSizeF& size) const {
    layOut(size);
    double most = 0;
    const auto meet = [&most](const tiles::Grid& grid) { most = std::max(most, std::min(grid.width, grid.height)); };
    for (const auto& side : m_all) {
        bool shared = false;
        for (const tiles::ArrayGrid& grid : side->layout.grids) {
            if (!side->block.arrays()[grid.array].isShared()) continue;
            shared = true;
            meet(grid.grid);
        }
        if (!shared)
            for (const tiles::SlotRow& row : side->layout.slots) meet(row.grid);
    }
    return most;
}

}  // namespace lanescope
