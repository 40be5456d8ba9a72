// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/tiles_scene.h"

#include <algorithm>

namespace lanescope {

void Region::include(std::uint64_t r, std::uint64_t c) {
    if (empty()) {
        *this = {r, c, 1, 1};
        return;
    }
    const std::uint64_t lastRow = std::max(row + rows - 1, r);
    const std::uint64_t lastColumn = std::max(column + columns - 1, c);
    row = std::min(row, r);
    column = std::min(column, c);
    rows = lastRow - row + 1;
    columns = lastColumn - column + 1;
}

CellState stateOf(std::uint8_t flags) {
    if (flags & kWrittenNow) return CellState::WritingNow;
    if (flags & kReadNow) return CellState::ReadingNow;
    if (flags & kWrong) return CellState::Wrong;
    if (flags & kComputed) return CellState::Computed;
    if (flags & kReadBefore) return CellState::ReadBefore;
    return flags & kHasValue ? CellState::Untouched : CellState::Uninitialised;
}

std::uint8_t TileGrid::flagsAt(std::uint64_t row, std::uint64_t column) const {
    if (!visible.contains(row, column)) return 0;
    return flags[(row - visible.row) * visible.columns + (column - visible.column)];
}

std::string_view TileGrid::valueAt(std::uint64_t row, std::uint64_t column) const {
    if (!visible.contains(row, column) || values.empty()) return {};
    return values[(row - visible.row) * visible.columns + (column - visible.column)];
}

const TileGrid* TilesScene::find(ArrayRef array) const {
    for (const TileGrid& grid : grids)
        if (grid.shape.array == array) return &grid;
    return nullptr;
}

}  // namespace lanescope
