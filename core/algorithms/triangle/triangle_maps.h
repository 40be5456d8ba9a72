// SPDX-License-Identifier: GPL-3.0-or-later
// Which block works on which tile of a triangle: the maps of document 002 in whole numbers, without any rounding. They
// say what to launch, and they are what the kernels of triangle.cu are tested against. Private to this room.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/dim3.h"

namespace lanescope::triangle {

/// A tile or cell, counted from 0. It is in the lower triangle if 0 <= column <= row.
struct Place {
    std::int64_t row = 0;
    std::int64_t column = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

/// T(i) = 1 + 2 + … + i, the tiles before row i.
[[nodiscard]] constexpr std::uint64_t triangular(std::uint64_t i) { return i * (i + 1) / 2; }
/// The row of the lambda-th tile: the largest i with T(i) <= lambda. Exact for every 32-bit lambda and far beyond.
[[nodiscard]] std::uint64_t rowOfTile(std::uint64_t lambda);

/// One launch of a map. The stages of a map together give every tile of the triangle to just one block.
struct Stage {
    std::string kernel;                 ///< its name in triangle.cu: "rb"
    Dim3 grid;                          ///< in blocks
    std::vector<std::int32_t> numbers;  ///< the kernel's arguments after M, data, n and first
    /// The tile of a block; none if the block finds nothing to do.
    std::function<std::optional<Place>(Dim3 block)> tile;
};
using Stages = std::vector<Stage>;

// For a triangle of `rows` >= 1 rows of tiles.
[[nodiscard]] Stages boundingBox(std::uint32_t rows);
enum class LtmGrid { Square, Line };
[[nodiscard]] Stages lowerTriangular(std::uint32_t rows, LtmGrid grid);
[[nodiscard]] Stages rectangularBox(std::uint32_t rows);
/// `rows` must be a multiple of 2^levels.
[[nodiscard]] Stages recursive(std::uint32_t rows, std::uint32_t levels);
[[nodiscard]] Stages foldedAtEveryScale(std::uint32_t rows);  ///< the map H

// The maps of threads.

/// UTM: pair number k of the pairs a < b of 1 … m, row by row; as (a, b), counted from 1. k < m (m - 1) / 2.
[[nodiscard]] Place pairOf(std::uint64_t k, std::uint32_t m);
/// What the document's UTM code makes of k.
[[nodiscard]] Place publishedPairOf(std::uint64_t k, std::uint32_t m);
/// What the document's RB code makes of a thread: a cell, counted from 0.
[[nodiscard]] Place publishedBoxCell(std::int64_t tx, std::int64_t ty, std::int64_t n);

/// How threads that each choose a cell cover a triangle of n rows.
struct Coverage {
    std::uint64_t threads = 0;
    std::uint64_t outside = 0;         ///< threads whose cell is not in the n × n matrix
    std::uint64_t beyondDiagonal = 0;  ///< in the matrix, but not in the triangle
    std::uint64_t again = 0;           ///< in the triangle, but another thread has that cell already
    std::uint64_t missing = 0;         ///< cells of the triangle that no thread has
};
/// The document's RB on threads tx = firstX … lastX, ty = firstY … lastY. Without the diagonal its cells count as
/// beyond.
struct BoxDomain {
    std::int64_t firstX = 0, lastX = 0, firstY = 0, lastY = 0;
};
[[nodiscard]] Coverage publishedBoxCoverage(std::int64_t n, bool diagonal, BoxDomain domain);
/// How many of the m (m - 1) / 2 pairs the document's UTM code gets right.
[[nodiscard]] std::uint64_t publishedPairsRight(std::uint32_t m);

}  // namespace lanescope::triangle
