// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_maps.h"

#include <bit>
#include <cmath>

namespace lanescope::triangle {
namespace {

/// ⌊√x⌋
std::uint64_t wholeRoot(std::uint64_t x) {
    auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(x)));
    while (root * root > x) --root;
    while ((root + 1) * (root + 1) <= x) ++root;
    return root;
}

std::optional<Place> unlessAbove(std::int64_t row, std::int64_t column) {
    if (column > row) return std::nullopt;
    return Place{row, column};
}

}  // namespace

std::uint64_t rowOfTile(std::uint64_t lambda) { return (wholeRoot(8 * lambda + 1) - 1) / 2; }

Stages boundingBox(std::uint32_t rows) {
    return {{.kernel = "bb", .grid = {rows, rows, 1}, .numbers = {}, .tile = [](Dim3 block) {
                 return unlessAbove(block.y, block.x);
             }}};
}

Stages lowerTriangular(std::uint32_t rows, LtmGrid shape) {
    const std::uint64_t tiles = triangular(rows);
    auto width = static_cast<std::uint32_t>(wholeRoot(tiles));
    if (std::uint64_t{width} * width < tiles) ++width;
    const Dim3 grid = shape == LtmGrid::Line ? Dim3{static_cast<std::uint32_t>(tiles), 1, 1} : Dim3{width, width, 1};
    const auto tile = [grid, tiles](Dim3 block) -> std::optional<Place> {
        const std::uint64_t lambda = grid.linear(block);
        if (lambda >= tiles) return std::nullopt;
        const std::uint64_t row = rowOfTile(lambda);
        return Place{static_cast<std::int64_t>(row), static_cast<std::int64_t>(lambda - triangular(row))};
    };
    return {{.kernel = "ltm", .grid = grid, .numbers = {static_cast<std::int32_t>(rows)}, .tile = tile}};
}

Stages rectangularBox(std::uint32_t rows) {
    const std::uint32_t even = 1 - rows % 2;
    const std::int64_t size = rows;
    const auto tile = [size, even](Dim3 block) -> std::optional<Place> {
        if (block.y >= block.x + even) return Place{std::int64_t{block.y} - even, block.x};
        return Place{size - 1 - block.y, size - even - block.x};
    };
    return {{.kernel = "rb",
             .grid = {(rows + 1) / 2, rows + even, 1},
             .numbers = {static_cast<std::int32_t>(rows)},
             .tile = tile}};
}

Stages recursive(std::uint32_t rows, std::uint32_t levels) {
    Stages stages;
    std::uint32_t side = rows;
    for (std::uint32_t level = 1; level <= levels; ++level) {
        side /= 2;
        const auto tile = [side](Dim3 block) -> std::optional<Place> {
            const std::int64_t square = block.y / side;
            return Place{block.y + (square + 1) * side, block.x + 2 * square * side};
        };
        stages.push_back({.kernel = "recSquares",
                          .grid = {side, rows / 2, 1},
                          .numbers = {static_cast<std::int32_t>(side)},
                          .tile = tile});
    }
    const auto tile = [side](Dim3 block) {
        const std::int64_t small = block.y / side;
        return unlessAbove(block.y, block.x + small * side);
    };
    stages.push_back(
        {.kernel = "recDiagonal", .grid = {side, rows, 1}, .numbers = {static_cast<std::int32_t>(side)}, .tile = tile});
    return stages;
}

Stages foldedAtEveryScale(std::uint32_t rows) {
    Stages stages;
    for (std::uint32_t corner = 0; corner < rows;) {
        const std::uint32_t side = std::bit_floor(rows - corner);
        const std::int64_t shift = corner;
        if (corner > 0)
            stages.push_back({.kernel = "hRectangle",
                              .grid = {corner, side, 1},
                              .numbers = {static_cast<std::int32_t>(corner)},
                              .tile = [shift](Dim3 block) {
                                  return Place{shift + block.y, block.x};
                              }});
        const Dim3 grid = side == 1 ? Dim3{1, 1, 1} : Dim3{side / 2, side + 1, 1};
        const auto tile = [side, shift, grid](Dim3 block) -> std::optional<Place> {
            if (block.y == side) return Place{shift + side - 1, shift + block.x + grid.x};
            const int h = std::bit_width(block.y + 1) - 1;
            const std::int64_t before = block.x >> h << h;
            return Place{shift + block.y + 2 * before, shift + block.x + before};
        };
        stages.push_back({.kernel = "hTriangle",
                          .grid = grid,
                          .numbers = {static_cast<std::int32_t>(corner), static_cast<std::int32_t>(side)},
                          .tile = tile});
        corner += side;
    }
    return stages;
}

Place pairOf(std::uint64_t k, std::uint32_t m) {
    // Counted from the last pair backwards the rows grow as those of the lower triangle do.
    const std::uint64_t row = m - 2 - rowOfTile(triangular(m - 1) - 1 - k);
    const std::uint64_t before = row * (2 * std::uint64_t{m} - row - 1) / 2;
    return {static_cast<std::int64_t>(row + 1), static_cast<std::int64_t>(row + 2 + k - before)};
}

Place publishedPairOf(std::uint64_t k, std::uint32_t m) {
    const double size = m;
    const double root = std::sqrt(4 * size * size + 2 * size - 8 * static_cast<double>(k) + 1);
    const auto a = static_cast<std::int64_t>(std::floor((root - (2 * size + 1)) / -2));
    // The listing's whole numbers have 32 bits, and wrap around in the product from about 32768 rows on.
    const auto product = static_cast<std::int32_t>(static_cast<std::uint32_t>(a - 1) * (2 * m - 1));
    const auto b = static_cast<std::int32_t>(static_cast<std::uint32_t>(a + 1) + static_cast<std::uint32_t>(k) -
                                             static_cast<std::uint32_t>(product / 2));
    return {a, b};
}

Place publishedBoxCell(std::int64_t tx, std::int64_t ty, std::int64_t n) {
    return tx > ty ? Place{tx - 1, ty - 1} : Place{n - tx - 2, n - ty - 1};
}

Coverage publishedBoxCoverage(std::int64_t n, bool diagonal, BoxDomain domain) {
    Coverage coverage;
    const std::int64_t first = diagonal ? 0 : 1;
    std::vector<bool> has(static_cast<std::size_t>(n * n));
    std::uint64_t covered = 0;
    for (std::int64_t ty = domain.firstY; ty <= domain.lastY; ++ty)
        for (std::int64_t tx = domain.firstX; tx <= domain.lastX; ++tx) {
            ++coverage.threads;
            const Place cell = publishedBoxCell(tx, ty, n);
            if (cell.row < 0 || cell.row >= n || cell.column < 0 || cell.column >= n) {
                ++coverage.outside;
            } else if (cell.column > cell.row - first) {
                ++coverage.beyondDiagonal;
            } else if (auto here = has[static_cast<std::size_t>(cell.row * n + cell.column)]; here) {
                ++coverage.again;
            } else {
                here = true;
                ++covered;
            }
        }
    coverage.missing = triangular(static_cast<std::uint64_t>(n - first)) - covered;
    return coverage;
}

std::uint64_t publishedPairsRight(std::uint32_t m) {
    std::uint64_t right = 0;
    Place pair{1, 2};
    for (std::uint64_t k = 0; k < triangular(m - 1); ++k) {
        if (publishedPairOf(k, m) == pair) ++right;
        if (++pair.column > m) pair = {pair.row + 1, pair.row + 2};
    }
    return right;
}

}  // namespace lanescope::triangle
