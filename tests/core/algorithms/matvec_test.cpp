// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of vectors, matrix-vector products and transposes: right for every size when corrected; wrong as published just
// where and how the facts about document 004 say.
#include "tests/core/algorithms/emulated.h"

namespace lanescope {
namespace {
using Verdict = CheckResult::Verdict;
using simt::Fault;

const std::vector<std::string> kTypes{"f32", "f64", "i32"};

TEST(VectorSum, IsRightForEverySize) {
    for (const std::string variant : {"published", "corrected"})
        for (const std::string& type : kTypes)
            for (const std::string n : {"1", "31", "128", "300", "1001"})
                for (const std::string block : {"1", "32", "100", "128", "1024"})
                    expectCorrect("vector.add", {{"variant", variant}, {"type", type}, {"n", n}, {"block", block}});
}

TEST(MatrixTimesVector, IsRightForEverySize) {
    struct Shape {
        std::string n;
        std::string m;
    };
    for (const std::string id : {"matvec.rows", "matvec.row-blocks", "matvec.columns"})
        for (const std::string& type : kTypes)
            for (const Shape& shape : {Shape{"1", "1"}, Shape{"10", "7"}, Shape{"33", "65"}, Shape{"100", "31"}})
                for (const std::string block : {"1", "32", "33", "96", "192"})
                    expectCorrect(id, {{"type", type}, {"n", shape.n}, {"m", shape.m}, {"block", block}});
}

TEST(MatrixTimesVector, IsRightForEveryNumberOfRowsPerThread) {
    for (const std::string& type : kTypes)
        for (const std::string rows : {"1", "2", "4", "8"})
            for (const std::string n : {"1", "7", "8", "61"})
                expectCorrect("matvec.row-blocks", {{"type", type}, {"n", n}, {"m", "19"}, {"rows-per-thread", rows}});
}

TEST(MatrixTimesVector, DoesNotRace) {
    for (const std::string id : {"matvec.rows", "matvec.row-blocks", "matvec.columns"})
        expectNoRaces(id, {{"n", "50"}, {"m", "70"}});
}

TEST(MatrixTimesVector, ByRowsIsRightAsPublished) {
    expectCorrect("matvec.rows", {{"variant", "published"}, {"n", "70"}, {"m", "33"}});
    expectCorrect("matvec.row-blocks", {{"variant", "published"}, {"n", "70"}, {"rows-per-thread", "1"}});
}

// The example of the facts: n = 10, m = 7, 4 rows per thread.
TEST(MatrixTimesVector, ByBlocksOfRowsTakesTheWrongRowsAsPublished) {
    Plan plan = planFor("matvec.row-blocks",
                        {{"variant", "published"}, {"n", "10"}, {"m", "7"}, {"rows-per-thread", "4"}, {"type", "f32"}})
                    .value();
    plan.buffers[0].initial = given<float>({3, 2, 5, 2, 8, 8, 8, 7, 4, 2, 8, 1, 7, 7, 1, 8, 5, 4, 2, 6, 1, 1, 1, 9,
                                            1, 7, 4, 7, 1, 9, 4, 8, 8, 9, 4, 6, 4, 4, 8, 5, 1, 7, 9, 2, 3, 5, 2, 6,
                                            9, 7, 9, 4, 5, 5, 8, 9, 7, 1, 8, 4, 7, 7, 3, 6, 9, 6, 2, 8, 9, 2});
    plan.buffers[1].initial = given<float>({1, 2, 2, 6, 3, 5, 5});
    const Emulation run = emulated(plan, keepingBuffers());
    EXPECT_EQ(run.check.verdict, Verdict::Wrong);
    EXPECT_EQ(numbersOf(run, 2), (std::vector<double>{133, 140, 92, 103, 140, 92, 103, 164, 92, 103}));
    const std::vector<std::uint64_t> rows{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_EQ(run.plan.reference.expected({initialBytes(plan.buffers[0]), initialBytes(plan.buffers[1])}, 0, rows),
              (std::vector<double>{133, 140, 92, 103, 164, 125, 130, 163, 120, 127}));
}

TEST(MatrixTimesVector, ByColumnsAddsToWhatIsThereAsPublished) {
    for (const std::string& type : kTypes) {
        const Emulation run =
            emulated("matvec.columns", {{"variant", "published"}, {"n", "10"}, {"m", "40"}, {"type", type}});
        EXPECT_EQ(run.check.verdict, Verdict::Wrong);
        EXPECT_EQ(run.check.wrong, 10U);
        for (const CheckResult::Difference& element : run.check.first)
            EXPECT_EQ(element.computed, element.expected + 5) << type;
    }
}

TEST(Transpose, IsRightForEverySize) {
    for (const std::string& type : kTypes)
        for (const std::string tile : {"4", "8", "16", "32"})
            for (const std::string padded : {"yes", "no"})
                for (const std::string width : {"1", "32", "37", "64"})
                    for (const std::string height : {"1", "6", "64"})
                        expectCorrect(
                            "transpose.tiled",
                            {{"type", type}, {"tile", tile}, {"padded", padded}, {"width", width}, {"height", height}});
    expectNoRaces("transpose.tiled", {{"width", "70"}, {"height", "33"}});
}

TEST(Transpose, IsRightAsPublishedWhereTilesFit) {
    for (const std::string tile : {"4", "8", "16", "32"})
        expectCorrect("transpose.tiled", {{"variant", "published"}, {"tile", tile}, {"width", "64"}, {"height", "96"}});
}

// 6 × 6 in tiles of 4: one grid of 2 × 2 tiles is 64 elements, 28 of them outside.
TEST(Transpose, GoesOutsideAsPublishedWhereTilesDoNotFit) {
    const Emulation run =
        emulated("transpose.tiled", {{"variant", "published"}, {"tile", "4"}, {"width", "6"}, {"height", "6"}});
    ASSERT_EQ(run.check.verdict, Verdict::Fault);
    EXPECT_EQ(run.launches.at(0).fault->kind, Fault::Kind::OutOfBounds);
}

// 32 rows of 32 floats start in the same bank; one more element makes each start a bank further on.
TEST(Transpose, NeedsItsPaddingAgainstBankConflicts) {
    const auto loads = [](const std::string& padded, const std::string& type) {
        return emulated("transpose.tiled", {{"padded", padded}, {"type", type}, {"width", "64"}, {"height", "64"}})
            .launches.at(0)
            .counts.sharedLoad;
    };
    EXPECT_EQ(loads("yes", "f32").wavefronts, loads("yes", "f32").requests);
    EXPECT_EQ(loads("no", "f32").wavefronts, 32 * loads("no", "f32").requests);
    // A double takes two banks: two wavefronts are the least, and the padding of one double is two banks.
    EXPECT_EQ(loads("yes", "f64").conflicts, 0U);
    EXPECT_EQ(loads("no", "f64").wavefronts, 32 * loads("no", "f64").requests);
}

// What a warp's rows cost in sectors: neighbours in a column of A are m elements apart.
TEST(MatrixTimesVector, ReadsASectorForEachLaneByRowsAndWholeOnesByColumns) {
    const Parameters shape{{"n", "64"}, {"m", "64"}, {"block", "32"}, {"type", "f32"}};
    const auto efficiency = [&](std::string_view id) {
        const simt::GlobalCounts loads = emulated(id, shape).launches.at(0).counts.globalLoad;
        return static_cast<double>(loads.bytes) / (32.0 * static_cast<double>(loads.sectors));
    };
    EXPECT_NEAR(efficiency("matvec.rows"), (32 + 1) * 4.0 / ((32 + 1) * 32.0), 1e-12);  // 12.5 %
    EXPECT_GT(efficiency("matvec.columns"), 0.95);
}

}  // namespace
}  // namespace lanescope
