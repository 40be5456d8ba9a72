// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of the triangle family as what it means: the triangle, the work, and the launches that a map makes of them.
// Private to this room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/choice.h"
#include "core/algorithms/triangle/triangle_kinds.h"
#include "core/algorithms/triangle/triangle_maps.h"
#include "core/algorithms/triangle/triangle_roots.h"
#include "core/algorithms/triangle/triangle_work.h"

namespace lanescope::triangle {

struct Configuration {
    Map map;
    bool published = false;
    Region region;
    Work work;
    std::uint32_t block = 1;  ///< side of a tile
    Root root = Root::Corrected;
    LtmGrid grid = LtmGrid::Square;
    std::uint32_t levels = 0;
    std::uint32_t threadRows = 0;  ///< of a block that works on a tile; 0: as many as the tile has

    Configuration(Map m, const Choice& choice);

    /// Rows of tiles; also rows of the triangle if n is its order and the block 1.
    [[nodiscard]] std::uint32_t rows() const { return ceilDivide(region.n - region.first(), block); }
    [[nodiscard]] std::uint64_t cells() const { return triangular(region.n - region.first()); }
    /// Does a block work on a tile? Otherwise each thread has a cell of its own.
    [[nodiscard]] bool byTiles() const { return map != Map::UpperTriangular && !published; }
    /// UTM's m: the cells are the pairs a < b of 1 … m.
    [[nodiscard]] std::uint32_t pairsOf() const { return region.n + 1 - region.first(); }
};

/// One launch, but for the kernel's code.
struct Shape {
    std::string kernel;  ///< with its template arguments
    Dim3 grid;
    Dim3 block;
    std::vector<std::int32_t> numbers;  ///< arguments after M, data and n
};

/// The stages of a map of blocks. Only where byTiles().
[[nodiscard]] Stages stagesOf(const Configuration& configuration);
[[nodiscard]] std::vector<Shape> launchesOf(const Configuration& configuration);

/// What is launched, and what of it has something to do.
struct Tally {
    std::uint64_t blocks = 0;
    std::uint64_t usefulBlocks = 0;  ///< those that have a cell
    std::uint64_t threads = 0;
    std::uint64_t usefulThreads = 0;  ///< those that have a cell of the triangle; of more than one for a cell, one
};
/// From the parameters alone. For the published variants `usefulThreads` and `usefulBlocks` are not known without
/// running through all threads; they are 0 then.
[[nodiscard]] Tally tallyOf(const Configuration& configuration);

/// Counting what the published code does with each thread takes a moment; up to this n nobody notices.
inline constexpr std::uint32_t kCountedUpTo = 2048;
/// What the published RB does on n × n/2 threads, which its listing's comment calls for.
[[nodiscard]] Coverage publishedCoverageOf(const Configuration& configuration);

}  // namespace lanescope::triangle
