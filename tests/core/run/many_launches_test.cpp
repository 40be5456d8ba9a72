// SPDX-License-Identifier: GPL-3.0-or-later
// Any block of any launch of a run with many launches, and with tasks of the CPU between them, is the block that ran.
#include <gtest/gtest.h>

#include "core/run/emulation.h"
#include "core/run/memory_again.h"
#include "core/trace/block_trace.h"
#include "core/trace/timeline.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

/// Launches of kernels between which blocks are copied, and factored on the CPU.
Plan manyLaunches() { return planFor("cholesky.structured-own", {}).value(); }

std::vector<std::shared_ptr<const BlockTrace>> recorded(const Plan& plan) {
    TraceRecorder recorder({.blocks = {{0, 0, 0}}});
    simt::Emulator emulator({.observer = &recorder});
    EXPECT_TRUE(runPlan(plan, emulator, {}));
    return recorder.traces();
}

void expectSame(const std::shared_ptr<const BlockTrace>& again, const std::shared_ptr<const BlockTrace>& then) {
    ASSERT_EQ(again->size(), then->size());
    Timeline a(again);
    Timeline b(then);
    for (const std::uint64_t position : {std::uint64_t{0}, again->size() / 2, again->size()}) {
        a.seek(position);
        b.seek(position);
        ASSERT_EQ(a.hash(), b.hash()) << position;
    }
}

TEST(ManyLaunches, AnyOfThemCanBeSeenWithinASmallBudget) {
    const Plan plan = manyLaunches();
    const auto traces = recorded(plan);
    ASSERT_GT(traces.size(), 90U);
    for (const std::uint64_t budget : {std::uint64_t{400'000}, std::uint64_t{0}}) {
        EmulationOptions options;
        options.tracedBlocks = {{0, 0, 0}};
        options.traceBudget = budget;
        const Result<Emulation> emulation = emulate(plan, options, {});
        ASSERT_TRUE(emulation) << describe(emulation.error());
        EXPECT_EQ(emulation->launches.size(), traces.size());
        EXPECT_EQ(emulation->traces.size(), 16U) << "the others when they are wanted";
        if (budget != 0) {
            EXPECT_LE(emulation->history->usage().startBytes, budget / 4);
            EXPECT_GT(emulation->history->usage().startBytes, 0U);
        }
        for (const std::size_t launch :
             {std::size_t{0}, traces.size() - 1, std::size_t{40}, std::size_t{41}, std::size_t{40}}) {
            const auto traced = emulation->history->traceOf(launch, {0, 0, 0}, {});
            ASSERT_TRUE(traced) << describe(traced.error());
            ASSERT_NO_FATAL_FAILURE(expectSame(traced->trace, traces[launch])) << launch << ' ' << budget;
        }
    }
}

TEST(ManyLaunches, MakingMemoryAgainCanBeStopped) {
    std::stop_source stop;
    stop.request_stop();
    const auto memory = memoryBefore(manyLaunches(), 50, {}, {stop.get_token(), {}});
    ASSERT_FALSE(memory);
    EXPECT_EQ(memory.error().code, ErrorCode::Cancelled);
}

TEST(ManyLaunches, APlanWithoutLaunchesHasAResultAndNothingToSee) {
    EmulationOptions options;
    options.tracedBlocks = {{0, 0, 0}};
    options.keepBuffers = true;
    const Result<Emulation> emulation = emulate(planFor("matmul.sequential", {{"n", "5"}}).value(), options, {});
    ASSERT_TRUE(emulation) << describe(emulation.error());
    EXPECT_TRUE(emulation->launches.empty() && emulation->traces.empty());
    EXPECT_EQ(emulation->history->launches(), 0U);
    EXPECT_FALSE(emulation->history->traceOf(0, {0, 0, 0}, {}));
    EXPECT_EQ(emulation->check.verdict, CheckResult::Verdict::Correct);
    EXPECT_NE(elementAsDouble(ElementType::I32, emulation->buffers.at(2).data()), 0) << "the host's array";
    EXPECT_TRUE(modelInputOf(*emulation).launches.empty());
}

}  // namespace
}  // namespace lanescope
