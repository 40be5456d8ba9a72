// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/sampling.h"

#include <gtest/gtest.h>

#include <set>

#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope::simt {
namespace {

LaunchReport emulated(const std::string& id, const Parameters& given, std::uint64_t maxBlocks = 0) {
    const Plan plan = planFor(id, given).value();
    Emulator emulator({.maxBlocks = maxBlocks});
    EXPECT_TRUE(runPlan(plan, emulator, {}));
    return emulator.reports().at(0);
}

TEST(SampledBlocks, StandForTheWholeGridAndTakeInEveryEdge) {
    for (const Dim3 grid :
         {Dim3{1, 1, 1}, Dim3{2, 1, 1}, Dim3{3, 3, 3}, Dim3{64, 64, 1}, Dim3{1000003, 1, 1}, Dim3{5, 7, 11}}) {
        for (const std::uint64_t maxBlocks : {1U, 20U, 100U}) {
            std::uint64_t weights = 0;
            std::set<std::uint64_t> indices;
            for (const SampledBlock& block : sampleBlocks(grid, maxBlocks)) {
                weights += block.weight;
                EXPECT_LT(block.index, grid.count());
                EXPECT_TRUE(indices.insert(block.index).second);
            }
            EXPECT_EQ(weights, grid.count());
            EXPECT_LE(indices.size(), std::max<std::uint64_t>(maxBlocks, 27));
            EXPECT_TRUE(indices.contains(0));
            EXPECT_TRUE(indices.contains(grid.count() - 1));
        }
    }
}

TEST(SampledLaunch, CountsWhatAWholeRunCountsWhenBlocksOfAGroupAreAlike) {
    // 147 is no multiple of 16: the last row and column of blocks are guarded.
    for (const std::string id : {"matmul.global", "matmul.tiled", "matmul.rect2-prefetch"}) {
        const LaunchReport whole = emulated(id, {{"n", "147"}, {"block", "16"}});
        const LaunchReport sampled = emulated(id, {{"n", "147"}, {"block", "16"}}, 20);
        EXPECT_FALSE(whole.sampled());
        EXPECT_TRUE(sampled.sampled());
        EXPECT_LE(sampled.blocksRun, 20U);
        // Rows of 147 floats start at any of eight places in a sector, so sectors differ from block to block.
        LaunchCounts expected = whole.counts;
        expected.globalLoad.sectors = sampled.counts.globalLoad.sectors;
        expected.globalStore.sectors = sampled.counts.globalStore.sectors;
        EXPECT_EQ(sampled.counts, expected) << id;
        EXPECT_NEAR(static_cast<double>(sampled.counts.globalLoad.sectors),
                    static_cast<double>(whole.counts.globalLoad.sectors),
                    0.05 * static_cast<double>(whole.counts.globalLoad.sectors));
    }
    // 152 = 9.5 × 16 keeps every row on a sector's edge: equal in all counts.
    const LaunchReport whole = emulated("matmul.tiled", {{"n", "152"}, {"block", "16"}});
    EXPECT_EQ(emulated("matmul.tiled", {{"n", "152"}, {"block", "16"}}, 16).counts, whole.counts);
}

TEST(Determinism, TwoRunsAreTheSame) {
    const Plan plan = planFor("matmul.rect4-prefetch", {{"n", "100"}, {"block", "8"}}).value();
    Emulator first;
    Emulator second;
    const auto a = runPlan(plan, first, {});
    const auto b = runPlan(plan, second, {});
    ASSERT_TRUE(a && b);
    EXPECT_EQ(*a, *b);
    EXPECT_EQ(first.reports()[0].counts, second.reports()[0].counts);
}

}  // namespace
}  // namespace lanescope::simt
