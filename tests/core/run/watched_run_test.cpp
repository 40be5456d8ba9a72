// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is shown by a sample of its blocks and counted further behind it.
#include "core/run/watched_run.h"

#include <gtest/gtest.h>

#include <array>

#include "core/run/counting_policy.h"
#include "core/trace/timeline.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

WatchedRun watched(const Plan& plan, std::uint64_t maxBlocks, std::size_t launch) {
    EmulationOptions options{.maxBlocks = maxBlocks, .tracedBlocks = {{0, 0, 0}}};
    return runWatched(plan, options, launch, {}).value();
}

TEST(RunFurther, CountsWhatTheWholeRunCountsAndKeepsTheBlock) {
    const Plan plan = planFor("matmul.tiled", {{"n", "128"}}).value();
    const WatchedRun first = watched(plan, kFewestBlocks, 0);
    ASSERT_TRUE(first.emulation->launches.front().sampled());
    const WatchedRun further = runFurther(plan, {}, first.block, {}).value();
    EXPECT_FALSE(further.emulation->launches.front().sampled());
    EXPECT_EQ(further.emulation->check.verdict, CheckResult::Verdict::Correct);
    EXPECT_EQ(countersOf(*further.emulation), countersOf(*watched(plan, 0, 0).emulation));
    EXPECT_EQ(further.block.flow, first.block.flow) << "nothing of it is made again";
    EXPECT_EQ(further.emulation->history->usage().traces, 1U);
    const auto again = further.emulation->history->traceOf(0, {0, 0, 0}, {}).value();
    EXPECT_EQ(again.how, TracedBlock::How::Kept);
    EXPECT_EQ(again.trace, first.block.traced.trace);
    EXPECT_TRUE(further.emulation->history->traceOf(0, {3, 2, 0}, {})) << "all others can be watched, too";
}

// What the sample left out, the second launch missed.
TEST(RunFurther, RecordsABlockAgainThatReadsWhatTheSampleLeftOut) {
    const Plan plan = planFor("reduce.0", {{"n", "65536"}}).value();
    const WatchedRun first = watched(plan, kFewestBlocks, 1);
    ASSERT_TRUE(first.emulation->launches.front().sampled());
    const WatchedRun further = runFurther(plan, {}, first.block, {}).value();
    ASSERT_NE(further.block.flow, first.block.flow);
    const auto hashAtEnd = [](const WatchedRun& run) {
        Timeline timeline(run.block.traced.trace);
        timeline.seek(run.block.traced.trace->size());
        return timeline.hash();
    };
    EXPECT_EQ(hashAtEnd(further), hashAtEnd(watched(plan, 0, 1)));
    EXPECT_NE(hashAtEnd(further), hashAtEnd(first));
}

TEST(RunFurther, EndsWhenItIsAskedTo) {
    const Plan plan = planFor("matmul.tiled", {{"n", "128"}}).value();
    const WatchedRun first = watched(plan, kFewestBlocks, 0);
    std::stop_source stop;
    stop.request_stop();
    const auto further = runFurther(plan, {}, first.block, {.stop = stop.get_token(), .progress = {}});
    ASSERT_FALSE(further);
    EXPECT_EQ(further.error().code, ErrorCode::Cancelled);
}

TEST(CountingPolicy, WhatIsLongIsSampledFirstAndCountedWholeWhereThatIsAMatterOfSeconds) {
    const auto sizes = [](const char* n) {
        const Plan plan = planFor("matmul.tiled", {{"n", n}, {"block", "16"}}).value();
        return std::pair{firstLookOptions(plan).maxBlocks, isCountedWhole(plan)};
    };
    EXPECT_EQ(sizes("64").first, 0U);
    EXPECT_EQ(sizes("256").first, 0U);
    for (const char* n : {"512", "1024"}) {
        EXPECT_GE(sizes(n).first, kFewestBlocks) << n;
        EXPECT_TRUE(sizes(n).second) << n;
    }
    EXPECT_GE(sizes("2048").first, kFewestBlocks);
    EXPECT_FALSE(sizes("2048").second) << "whole it would take minutes";
}

}  // namespace
}  // namespace lanescope
