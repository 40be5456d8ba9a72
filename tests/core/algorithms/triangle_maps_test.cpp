// SPDX-License-Identifier: GPL-3.0-or-later
// The maps in whole numbers: each gives every tile to just one block, for every size; and what the documents' own codes
// do.
#include "core/algorithms/triangle/triangle_maps.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/file_reader.h"

namespace lanescope::triangle {
namespace {

using Json = nlohmann::json;
constexpr std::uint32_t kMostRows = 512;

const Json& mappings() {
    static const Json json =
        Json::parse(readFile(std::string(LANESCOPE_SOURCE_DIR) + "/resources/published/mappings.json").value());
    return json;
}

std::uint64_t blocksOf(const Stages& stages) {
    std::uint64_t blocks = 0;
    for (const Stage& stage : stages) blocks += stage.grid.count();
    return blocks;
}

/// Does every tile of the triangle belong to just one block, and no block to a tile elsewhere?
void expectEachTileOnce(const Stages& stages, std::uint32_t rows) {
    std::vector<std::uint8_t> taken(triangular(rows), 0);
    for (const Stage& stage : stages)
        for (std::uint64_t block = 0; block < stage.grid.count(); ++block) {
            const std::optional<Place> tile = stage.tile(stage.grid.at(block));
            if (!tile) continue;
            ASSERT_TRUE(0 <= tile->column && tile->column <= tile->row && tile->row < rows)
                << stage.kernel << " rows=" << rows << " block=" << block << ": " << tile->row << ", " << tile->column;
            const std::uint64_t index =
                triangular(static_cast<std::uint64_t>(tile->row)) + static_cast<std::uint64_t>(tile->column);
            ASSERT_EQ(taken[index]++, 0) << stage.kernel << " rows=" << rows << " takes " << tile->row << ", "
                                         << tile->column << " twice";
        }
    ASSERT_EQ(std::ranges::count(taken, 1), static_cast<std::ptrdiff_t>(taken.size())) << "rows=" << rows;
}

TEST(TriangleMaps, EachTileHasOneBlock) {
    for (std::uint32_t rows = 1; rows <= kMostRows; ++rows) {
        ASSERT_NO_FATAL_FAILURE(expectEachTileOnce(boundingBox(rows), rows));
        ASSERT_NO_FATAL_FAILURE(expectEachTileOnce(lowerTriangular(rows, LtmGrid::Square), rows));
        ASSERT_NO_FATAL_FAILURE(expectEachTileOnce(lowerTriangular(rows, LtmGrid::Line), rows));
        ASSERT_NO_FATAL_FAILURE(expectEachTileOnce(rectangularBox(rows), rows));
        ASSERT_NO_FATAL_FAILURE(expectEachTileOnce(foldedAtEveryScale(rows), rows));
        for (std::uint32_t levels = 0; rows % (1U << levels) == 0; ++levels)
            ASSERT_NO_FATAL_FAILURE(expectEachTileOnce(recursive(rows, levels), rows));
    }
}

TEST(TriangleMaps, EachPairHasOneThread) {
    for (std::uint32_t m = 2; m <= kMostRows; ++m) {
        Place expected{1, 2};
        for (std::uint64_t k = 0; k < triangular(m - 1); ++k) {
            ASSERT_EQ(pairOf(k, m), expected) << "m=" << m << " k=" << k;
            if (++expected.column > m) expected = {expected.row + 1, expected.row + 2};
        }
        ASSERT_EQ(expected.row, m) << "that were all";
    }
}

TEST(TriangleMaps, TheRowOfATileIsExactBeyond32Bits) {
    for (std::uint64_t row = 1; row < 1ULL << 31; row += row / 1000 + 1) {
        ASSERT_EQ(rowOfTile(triangular(row)), row);
        ASSERT_EQ(rowOfTile(triangular(row) - 1), row - 1);
    }
}

// Document 002's examples of g(λ).
TEST(TriangleMaps, TheDocumentsExamplesOfLtm) {
    const Stage ltm = lowerTriangular(4, LtmGrid::Line).at(0);
    const auto g = [&](std::uint32_t lambda) { return ltm.tile({lambda, 0, 0}).value(); };
    EXPECT_EQ(g(0), (Place{0, 0}));
    EXPECT_EQ(g(1), (Place{1, 0}));
    EXPECT_EQ(g(2), (Place{1, 1}));
    EXPECT_EQ(g(3), (Place{2, 0}));
    EXPECT_EQ(g(5), (Place{2, 2}));
}

TEST(TriangleMaps, BlocksLaunchedAreThoseOfTheTable) {
    ASSERT_EQ(mappings()["table"].size(), 64U);
    for (const Json& row : mappings()["table"]) {
        const std::uint32_t rows = row["n"];
        SCOPED_TRACE(rows);
        EXPECT_EQ(triangular(rows), row["useful_blocks"]);
        EXPECT_EQ(blocksOf(boundingBox(rows)), row["BB"]);
        EXPECT_EQ(blocksOf(lowerTriangular(rows, LtmGrid::Square)), row["LTM_square"]);
        EXPECT_EQ(lowerTriangular(rows, LtmGrid::Square).at(0).grid.x, row["LTM_square_side"]);
        EXPECT_EQ(blocksOf(lowerTriangular(rows, LtmGrid::Line)), row["LTM_1d"]);
        const Dim3 box = rectangularBox(rows).at(0).grid;
        EXPECT_EQ(box.count(), row["RB"]);
        EXPECT_EQ(std::to_string(box.x) + "x" + std::to_string(box.y), row["RB_grid"].get<std::string>());
        EXPECT_EQ(blocksOf(recursive(rows, row["REC_k"])), row["REC"]);
        EXPECT_EQ(recursive(rows, row["REC_k"]).size(), row["REC_launches"]);
        EXPECT_EQ(triangular(rows - 1), row["UTM_useful_strict"]);
        EXPECT_EQ(blocksOf(foldedAtEveryScale(rows)), triangular(rows)) << "H is not in the table, and wastes nothing";
    }
}

TEST(TriangleMaps, OnlyDiagonalTilesHaveIdleThreads) {
    for (const auto& [list, side] : {std::pair{"threads_rho16", 16U}, std::pair{"threads_rho32", 32U}})
        for (const Json& row : mappings()[list]) {
            const std::uint32_t rows = row[0];
            const std::uint64_t useful = triangular(rows * side);
            const std::uint64_t launched = blocksOf(rectangularBox(rows)) * side * side;
            EXPECT_EQ(useful, row[2]);
            EXPECT_EQ(blocksOf(boundingBox(rows)) * side * side, row[3]);
            EXPECT_EQ(launched, row[4]);
            EXPECT_EQ(launched - useful, row[5]);
            EXPECT_EQ(launched - useful, std::uint64_t{rows} * side * (side - 1) / 2);
        }
}

// The document does not say which threads its RB code is for: whichever they are, it is wrong.
BoxDomain domainNamed(const std::string& name, std::int64_t n) {
    if (name == "tx 0..N-1, ty 0..N/2-1") return {0, n - 1, 0, n / 2 - 1};
    if (name == "tx 0..N-1, ty 0..N/2") return {0, n - 1, 0, n / 2};
    if (name == "1-based tx 1..N, ty 1..N/2") return {1, n, 1, n / 2};
    if (name == "tx 0..N, ty 0..N/2-1") return {0, n, 0, n / 2 - 1};
    EXPECT_EQ(name, "tx 0..N, ty 1..N/2");
    return {0, n, 1, n / 2};
}

TEST(PublishedBox, IsWrongOnEveryDomain) {
    ASSERT_EQ(mappings()["rb_pub"].size(), 20U);
    for (const Json& row : mappings()["rb_pub"]) {
        const std::int64_t n = row["N"];
        SCOPED_TRACE(row["domain"].get<std::string>() + ", N = " + std::to_string(n));
        const BoxDomain domain = domainNamed(row["domain"], n);
        const Coverage found = publishedBoxCoverage(n, true, domain);
        EXPECT_EQ(found.threads, row["launched"]);
        EXPECT_EQ(triangular(static_cast<std::uint64_t>(n)), row["useful_lower"]);
        EXPECT_EQ(found.outside, row["outside_matrix"]);
        EXPECT_EQ(found.beyondDiagonal, row["above_diagonal"]);
        EXPECT_EQ(found.again, row["duplicates"]);
        EXPECT_EQ(found.missing, row["missing_lower"]);
        EXPECT_EQ(publishedBoxCoverage(n, false, domain).missing, row["missing_strict"]);
        EXPECT_GT(found.missing, 0U);
    }
}

TEST(PublishedBox, SendsThread1_0OutsideTheMatrix) { EXPECT_EQ(publishedBoxCell(1, 0, 4), (Place{0, -1})); }

TEST(PublishedPairs, AreRightFor0Of6And29Of2016) {
    EXPECT_EQ(publishedPairOf(0, 4), (Place{0, 4}));
    EXPECT_EQ(pairOf(0, 4), (Place{1, 2}));
    ASSERT_EQ(mappings()["utm_P6"].size(), 4U);
    for (const Json& row : mappings()["utm_P6"]) {
        const std::uint32_t m = row[0];
        SCOPED_TRACE(m);
        EXPECT_EQ(publishedPairsRight(m), row[2]);
        EXPECT_EQ(triangular(m - 1), row[4]);
        for (std::uint64_t k = 0; k < row[8].size(); ++k) {
            EXPECT_EQ(publishedPairOf(k, m), (Place{row[8][k][0], row[8][k][1]})) << k;
            EXPECT_EQ(pairOf(k, m), (Place{row[10][k][0], row[10][k][1]})) << k;
        }
    }
    EXPECT_EQ(publishedPairsRight(4), 0U);
    EXPECT_EQ(publishedPairsRight(64), 29U);
}

}  // namespace
}  // namespace lanescope::triangle
