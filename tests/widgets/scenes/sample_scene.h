// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes filled by hand, for tests of what is drawn from them.
#pragma once

#include <vector>

#include "widgets/scenes/tiles_layout.h"
#include "widgets/scenes/tiles_scene.h"

namespace lanescope::test {

inline TileGrid gridOf(ArrayRef array, std::string name, std::uint64_t rows, std::uint64_t columns,
                       std::uint8_t flags) {
    TileGrid grid;
    grid.shape = {array, std::move(name), ElementType::F32, rows, columns};
    grid.visible = grid.shape.whole();
    grid.flags.assign(grid.visible.cells(), flags);
    return grid;
}

inline void setFlags(TileGrid& grid, std::uint64_t row, std::uint64_t column, std::uint8_t flags) {
    grid.flags[(row - grid.visible.row) * grid.visible.columns + column - grid.visible.column] = flags;
}

/// A, B, C of side n and two shared tiles; a warp loads the first row of A; one element of C wrong, four computed.
inline TilesScene sampleScene(std::uint64_t n, std::uint32_t tile) {
    TilesScene scene;
    scene.grids.push_back(gridOf({ArrayRef::Kind::Buffer, 0}, "A", n, n, kHasValue));
    scene.grids.push_back(gridOf({ArrayRef::Kind::Buffer, 1}, "B", n, n, kHasValue));
    scene.grids.push_back(gridOf({ArrayRef::Kind::Buffer, 2}, "C", n, n, 0));
    scene.grids.push_back(gridOf({ArrayRef::Kind::Shared, 0}, "As", tile, tile, kHasValue));
    scene.grids.push_back(gridOf({ArrayRef::Kind::Shared, 1}, "Bs", tile, tile, 0));
    simt::StepRecord step;
    step.active = tile >= 32 ? 0xffffffffU : (1U << tile) - 1;
    step.access = simt::AccessKind::Load;
    step.space = program::Space::Global;
    step.bytesPerLane = 4;
    TileGrid& a = scene.grids[0];
    for (std::uint32_t lane = 0; lane < std::min(tile, 32U); ++lane) {
        a.now.push_back({lane, 0, lane});
        setFlags(a, 0, lane, kHasValue | kReadNow);
        setFlags(a, 1, lane, kHasValue | kReadBefore);
    }
    for (std::uint32_t i = 0; i < 4; ++i) setFlags(scene.grids[2], i / 2, i % 2, kHasValue | kComputed);
    setFlags(scene.grids[2], 1, 1, kHasValue | kComputed | kWrong);
    for (TileGrid& grid : scene.grids) {
        grid.values.resize(grid.flags.size());
        for (std::size_t i = 0; i < grid.flags.size(); ++i)
            if (grid.flags[i] & kHasValue) grid.values[i] = std::to_string(i % 9 + 1);
    }
    scene.step = step;
    scene.anyWrong = true;
    scene.position = 1;
    scene.size = 10;
    return scene;
}

inline std::vector<ArrayShape> shapesOf(const TilesScene& scene) {
    std::vector<ArrayShape> shapes;
    for (const TileGrid& grid : scene.grids) shapes.push_back(grid.shape);
    return shapes;
}

}  // namespace lanescope::test
