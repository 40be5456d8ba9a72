// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/timeline.h"
#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using namespace test;

TEST(Recorder, RecordsTheBlocksAskedFor) {
    const Traced result =
        run({kDivergentLoop, "k", {4, 1, 1}, {32, 1, 1}, 32, false}, {.blocks = {{3, 0, 0}, {1, 0, 0}, {9, 0, 0}}});
    ASSERT_EQ(result.traces.size(), 2U);
    EXPECT_EQ(result.traces[0]->block(), (Dim3{1, 0, 0}));
    EXPECT_EQ(result.traces[1]->block(), (Dim3{3, 0, 0}));
    EXPECT_EQ(result.traces[0]->launchNumber(), 0U);
    EXPECT_EQ(result.traces[0]->entry().name, "k");
    EXPECT_FALSE(result.traces[0]->truncated());
    EXPECT_FALSE(result.traces[0]->fault().has_value());
}

TEST(Recorder, ATruncatedTraceSaysSoAndIsGoodUpToThere) {
    const Case what{kDivergentLoop, "k", {2, 1, 1}, {64, 1, 1}, 64, false};
    const Traced whole = run(what, {});
    const Traced cut = run(what, {.maxEvents = 500});
    ASSERT_FALSE(cut.failed);
    const BlockTrace& trace = *cut.traces.at(0);
    EXPECT_TRUE(trace.truncated());
    EXPECT_EQ(trace.size(), 500U);
    Timeline timeline(cut.traces[0]);
    Timeline wholeTimeline(whole.traces.at(0));
    for (const std::uint64_t position : {500U, 499U, 17U, 500U}) {
        timeline.seek(position);
        wholeTimeline.seek(position);
        EXPECT_EQ(timeline.hash(), wholeTimeline.hash());
    }
}

TEST(Recorder, ExactlyAsManyEventsAsAllowedIsNotTruncated) {
    const Case what{kDivergentLoop, "k", {1, 1, 1}, {8, 1, 1}, 8, false};
    const std::uint64_t size = run(what, {}).traces.at(0)->size();
    const Traced exact = run(what, {.maxEvents = size});
    EXPECT_EQ(exact.traces.at(0)->size(), size);
    EXPECT_FALSE(exact.traces[0]->truncated());
    EXPECT_TRUE(run(what, {.maxEvents = size - 1}).traces.at(0)->truncated());
}

TEST(Recorder, ATraceThatTakesTooMuchMemoryIsTruncated) {
    const Traced result =
        run({kDivergentLoop, "k", {1, 1, 1}, {1024, 1, 1}, 1024, false}, {.maxBytes = 1U << 20}, false);
    EXPECT_TRUE(result.traces.at(0)->truncated());
    EXPECT_GT(result.traces[0]->size(), 1000U);
}

TEST(Recorder, AFaultingBlocksTraceEndsAtTheFaultAndKeepsIt) {
    const Traced result = run({kFaulting, "k", {1, 1, 1}, {32, 1, 1}, 32, false}, {});
    EXPECT_TRUE(result.failed);
    ASSERT_EQ(result.traces.size(), 1U);
    const BlockTrace& trace = *result.traces[0];
    ASSERT_TRUE(trace.fault().has_value());
    EXPECT_EQ(trace.fault()->kind, simt::Fault::Kind::OutOfBounds);
    EXPECT_EQ(trace.fault()->thread, (Dim3{31, 0, 0}));
    EXPECT_FALSE(trace.truncated());
    // Everything before the load that faults, and nothing after.
    EXPECT_EQ(trace.size(), 7U);
    EXPECT_EQ(trace.fault()->instruction, 7U);
    Timeline timeline(result.traces[0]);
    timeline.seek(trace.size());
    EXPECT_EQ(timeline.state().warps.at(0).pc(), 7U);
    EXPECT_EQ(timeline.writes().size(), 32U);
}

TEST(Recorder, ABlockThatFaultsAtOnceHasAnEmptyTrace) {
    const Traced result = run({ptxOf("trap;"), "k", {1, 1, 1}, {32, 1, 1}, 32, false}, {});
    EXPECT_TRUE(result.failed);
    const BlockTrace& trace = *result.traces.at(0);
    EXPECT_EQ(trace.size(), 0U);
    ASSERT_TRUE(trace.fault().has_value());
    EXPECT_EQ(trace.fault()->kind, simt::Fault::Kind::Trap);
    Timeline timeline(result.traces[0]);
    timeline.seek(5);
    EXPECT_EQ(timeline.position(), 0U);
    for (const StepUnit unit : {StepUnit::Instruction, StepUnit::SourceLine, StepUnit::BarrierPhase}) {
        EXPECT_EQ(timeline.next(0, unit), 0U);
        EXPECT_EQ(timeline.previous(0, unit), 0U);
    }
    EXPECT_EQ(timeline.hash(), Timeline(result.traces[0]).hash());
}

TEST(Recorder, KeyframesStayWithinTheirBudget) {
    const Case what{kDivergentLoop, "k", {1, 1, 1}, {1024, 1, 1}, 1024, false};
    const std::uint64_t without = run(what, {.keyframeBytes = 0, .keyframeSpacing = 256}, false).traces.at(0)->bytes();
    const std::uint64_t with =
        run(what, {.keyframeBytes = 4U << 20, .keyframeSpacing = 256}, false).traces.at(0)->bytes();
    EXPECT_GT(with, without);
    EXPECT_LE(with, without + (4U << 20));
}

TEST(Recorder, TheEmulatorsOwnMemoryGoesOnUnwatched) {
    // The trace keeps the memory as the block found it, although the emulator has written to it since.
    const Traced result = run({kDivergentLoop, "k", {1, 1, 1}, {32, 1, 1}, 32, false}, {});
    Timeline timeline(result.traces.at(0));
    EXPECT_EQ(hashOf(timeline.memory()), result.noted[0].memory[0]);
    timeline.seek(timeline.trace().size());
    EXPECT_EQ(hashOf(timeline.memory()), result.noted[0].memory.back());
}

}  // namespace
}  // namespace lanescope
