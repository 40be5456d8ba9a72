// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/core/simt/run_ptx.h"

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

TEST(SampledBlocks, AreProbedFromAllOver) {
    for (const std::size_t count : {1U, 2U, 3U, 10U, 64U, 100U}) {
        const std::vector<std::size_t> order = probeOrder(count);
        EXPECT_EQ(std::set(order.begin(), order.end()).size(), count);
        EXPECT_EQ(order.size(), count);
        EXPECT_EQ(*std::ranges::max_element(order), count - 1);
    }
    const std::vector<std::size_t> order = probeOrder(64);
    EXPECT_EQ(std::vector(order.begin(), order.begin() + 5), (std::vector<std::size_t>{0, 63, 32, 16, 48}));
}

/// 256 blocks that go round 20000 times, and once more for each block to the left of them in their row, if `uneven`.
Trial longBlocks(bool uneven) {
    return {.body = std::string("mov.u32 %r1, %ctaid.x;") + (uneven ? "" : "mov.u32 %r1, 0;") + R"(
        add.u32 %r1, %r1, 20000;
        round:
        sub.u32 %r1, %r1, 1;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra round;
        ret;)",
            .grid = {16, 16, 1},
            .options = {.maxBlocks = 64}};
}

// 64 blocks of a product of 4096 took a second where five tell the same.
TEST(SampledLaunch, OfLongBlocksThatAreAlikeRunsAFew) {
    Trial trial = longBlocks(false);
    ASSERT_TRUE(trial());
    const LaunchReport& report = trial.emulator->reports().front();
    const std::vector<SampledBlock> sample = sampleBlocks(trial.grid, 64);
    EXPECT_GE(report.blocksRun, 5U);
    EXPECT_LT(report.blocksRun, sample.size() / 2);
    Trial whole = longBlocks(false);
    whole.options = {};
    ASSERT_TRUE(whole());
    EXPECT_EQ(report.counts, whole.emulator->reports().front().counts);
    ASSERT_EQ(report.steps.size(), sample.size());
    for (std::size_t i = 0; i < sample.size(); ++i) {
        EXPECT_EQ(report.steps[i].weight, sample[i].weight);
        EXPECT_EQ(report.steps[i].steps, whole.emulator->reports().front().steps.front().steps);
    }
}

TEST(SampledLaunch, OfLongBlocksThatDifferRunsThemAll) {
    Trial trial = longBlocks(true);
    ASSERT_TRUE(trial());
    const LaunchReport& report = trial.emulator->reports().front();
    const std::vector<SampledBlock> sample = sampleBlocks(trial.grid, 64);
    EXPECT_EQ(report.blocksRun, sample.size());
    ASSERT_EQ(report.steps.size(), sample.size());
    constexpr std::uint64_t kOfRound = 3;
    std::uint64_t steps = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        EXPECT_EQ(report.steps[i].steps - report.steps[0].steps, kOfRound * (sample[i].index % trial.grid.x)) << i;
        steps += report.steps[i].steps * report.steps[i].weight;
    }
    EXPECT_EQ(report.counts.warpInstructions, steps);
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
