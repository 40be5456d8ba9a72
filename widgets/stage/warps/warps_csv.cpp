// SPDX-License-Identifier: GPL-3.0-or-later
// What each warp does in each column of the page that is shown, a row each.
#include <bit>
#include <cstdio>

#include "widgets/export/csv_rows.h"
#include "widgets/stage/warps/warps_view.h"

namespace lanescope {
namespace {

std::string nameOf(warps::PieceKind kind) {
    switch (kind) {
        case warps::PieceKind::Asks: return "asks";
        case warps::PieceKind::Works: return "works";
        case warps::PieceKind::Barrier: return "barrier";
    }
    return {};
}

/// Lane 0 is the lowest bit.
std::string hex(simt::LaneMask lanes) {
    std::array<char, 11> words{};
    std::snprintf(words.data(), words.size(), "0x%08x", static_cast<unsigned>(lanes));
    return words.data();
}

}  // namespace

std::string WarpsView::csv() const {
    CsvRows rows({"side", "phase", "column", "kind", "warp", "first_step", "last_step", "times", "instructions",
                  "lanes_running", "lanes_live", "running", "live"});
    const std::vector<warps::Layout>& layouts = layoutsFor(size());
    for (std::size_t side = 0; side < layouts.size(); ++side) {
        const warps::WarpsScene* const of = scene(side);
        if (of == nullptr) continue;
        const std::string name = side < sides().size() ? sides()[side].name.toStdString() : std::string();
        const warps::Page page = layouts[side].page;
        for (std::size_t number = page.first; number < page.end; ++number) {
            const std::string phase = of->nameOf(number).toStdString();
            const warps::Group& group = of->group(number);
            for (std::size_t column = 0; column < group.columns.size(); ++column) {
                const warps::Column& what = group.columns[column];
                for (std::size_t warp = 0; warp < what.cells.size(); ++warp) {
                    const warps::Cell& cell = what.cells[warp];
                    if (cell.empty()) continue;
                    rows << name << phase << column << nameOf(what.kind) << warp << group.first + cell.first + 1
                         << group.first + cell.end << what.times << cell.events << std::popcount(cell.running)
                         << std::popcount(cell.live) << hex(cell.running) << hex(cell.live);
                    rows.end();
                }
            }
        }
    }
    return rows.take();
}

}  // namespace lanescope
