// SPDX-License-Identifier: GPL-3.0-or-later
// The promise of the timeline: however you come to a position, the state there is the one that running there gives.
#include "core/trace/timeline.h"

#include <algorithm>
#include <random>

#include "core/base/file_reader.h"
#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using namespace test;

struct Named {
    const char* name;
    Case what;
    std::vector<Dim3> blocks;
};

std::string matmulText() {
    return readFile(std::string(LANESCOPE_SOURCE_DIR) + "/resources/ptx/matmul.ptx").value_or(std::string());
}

std::vector<Named> cases() {
    const std::string matmul = matmulText();
    using enum simt::Scheduling;
    return {
        {"divergent loop, threads on their own",
         {kDivergentLoop, "k", {1, 1, 1}, {48, 1, 1}, 48, false, IndependentThreads},
         {{0, 0, 0}}},
        {"tree, threads on their own",
         {kTree, "k", {1, 1, 1}, {128, 1, 1}, 128, false, IndependentThreads},
         {{0, 0, 0}}},
        {"divergent loop", {kDivergentLoop, "k", {1, 1, 1}, {48, 1, 1}, 48, false}, {{0, 0, 0}}},
        {"tree", {kTree, "k", {1, 1, 1}, {128, 1, 1}, 128, false}, {{0, 0, 0}}},
        {"calls", {kCalls, "k", {1, 1, 1}, {48, 1, 1}, 48, false}, {{0, 0, 0}}},
        {"calls, threads on their own",
         {kCalls, "k", {1, 1, 1}, {48, 1, 1}, 48, false, IndependentThreads},
         {{0, 0, 0}}},
        {"local memory", {kLocal, "k", {1, 1, 1}, {48, 1, 1}, 48, false}, {{0, 0, 0}}},
        {"local memory, threads on their own",
         {kLocal, "k", {1, 1, 1}, {48, 1, 1}, 48, false, IndependentThreads},
         {{0, 0, 0}}},
        {"copies beside", {kAsync, "k", {1, 1, 1}, {64, 1, 1}, 64, false}, {{0, 0, 0}}},
        {"copies beside, threads on their own",
         {kAsync, "k", {1, 1, 1}, {64, 1, 1}, 64, false, IndependentThreads},
         {{0, 0, 0}}},
        {"tiled", {matmul, "tiled<8, float>", {2, 2, 1}, {8, 8, 1}, 16, true}, {{0, 0, 0}, {1, 1, 0}}},
        {"rect4", {matmul, "rect4PrefetchPublished<4, float>", {2, 2, 1}, {4, 4, 1}, 16, true}, {{1, 0, 0}}},
        {"single block", {matmul, "singleBlock<4, float>", {1, 1, 1}, {4, 4, 1}, 8, true}, {{0, 0, 0}}},
    };
}

void expectAt(const Timeline& timeline, const Noted& noted, const char* how) {
    const std::uint64_t p = timeline.position();
    ASSERT_EQ(timeline.state().hash(), noted.state[p]) << how << " at " << p;
    ASSERT_EQ(hashOf(timeline.memory()), noted.memory[p]) << how << " at " << p;
}

class TimelineOf : public ::testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override {
        const Named named = cases()[GetParam()];
        SCOPED_TRACE(named.name);
        // So many keyframes that they do not all fit and some are dropped.
        result = run(named.what, {.blocks = named.blocks, .keyframeBytes = 1U << 17, .keyframeSpacing = 16});
        ASSERT_FALSE(result.failed) << describe(result.error);
        ASSERT_EQ(result.traces.size(), named.blocks.size());
    }
    Traced result;
};

TEST_P(TimelineOf, SteppingBackGivesWhatRunningThereGave) {
    for (std::size_t b = 0; b < result.traces.size(); ++b) {
        Timeline timeline(result.traces[b]);
        const Noted& noted = result.noted[b];
        ASSERT_EQ(timeline.trace().size() + 1, noted.state.size());
        timeline.seek(timeline.trace().size());
        expectAt(timeline, noted, "end");
        while (timeline.position() > 0) {
            timeline.seek(timeline.position() - 1);
            expectAt(timeline, noted, "back");
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(TimelineOf, RandomSeeksGiveWhatRunningThereGave) {
    std::mt19937 random(7);
    for (std::size_t b = 0; b < result.traces.size(); ++b) {
        Timeline timeline(result.traces[b]);
        for (int i = 0; i < 300; ++i) {
            timeline.seek(random() % (timeline.trace().size() + 1));
            expectAt(timeline, result.noted[b], "random");
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(TimelineOf, HashesAreOfThePositionAndNotOfTheWayThere) {
    Timeline forward(result.traces[0]);
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t p = 0; p <= forward.trace().size(); ++p) {
        forward.seek(p);
        hashes.push_back(forward.hash());
    }
    Timeline back(result.traces[0]);
    for (std::uint64_t p = forward.trace().size() + 1; p-- > 0;) {
        back.seek(p);
        ASSERT_EQ(back.hash(), hashes[p]) << p;
    }
    std::sort(hashes.begin(), hashes.end());
    EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end()) << "two positions look alike";
}

TEST_P(TimelineOf, RecordsAreWhatTheEngineReported) {
    for (std::size_t b = 0; b < result.traces.size(); ++b) {
        const BlockTrace& trace = *result.traces[b];
        ASSERT_EQ(trace.size(), result.noted[b].records.size());
        for (std::uint64_t e = 0; e < trace.size(); ++e) {
            const simt::StepRecord given = result.noted[b].records[e];
            const simt::StepRecord kept = trace.record(e);
            ASSERT_EQ(kept.warp, given.warp);
            ASSERT_EQ(kept.instruction, given.instruction);
            ASSERT_EQ(kept.active, given.active);
            ASSERT_EQ(kept.access, given.access);
            if (given.access == simt::AccessKind::None) continue;
            ASSERT_EQ(kept.space, given.space);
            ASSERT_EQ(kept.bytesPerLane, given.bytesPerLane);
            for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
                const bool active = (given.active >> lane & 1U) != 0;
                ASSERT_TRUE(!active || kept.address[lane] == given.address[lane]) << e;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, TimelineOf, ::testing::Range<std::size_t>(0, cases().size()));

TEST(Timeline, AFewKeyframesAreEnough) {
    // Too small a budget for more than the two that are always kept.
    const Traced result =
        run({kTree, "k", {1, 1, 1}, {128, 1, 1}, 128, false}, {.keyframeBytes = 1, .keyframeSpacing = 16});
    ASSERT_EQ(result.traces.size(), 1U);
    Timeline timeline(result.traces[0]);
    for (std::uint64_t p = timeline.trace().size() + 1; p-- > 0;) {
        timeline.seek(p);
        expectAt(timeline, result.noted[0], "two keyframes");
        if (HasFatalFailure()) return;
    }
}

TEST(Timeline, WritesAreThoseMadeByNow) {
    const Traced result = run({kDivergentLoop, "k", {1, 1, 1}, {4, 1, 1}, 4, false}, {});
    ASSERT_EQ(result.traces.size(), 1U);
    Timeline timeline(result.traces[0]);
    EXPECT_TRUE(timeline.writes().empty());
    timeline.seek(timeline.trace().size());
    // Lane i writes i times, even ones twice a round.
    EXPECT_EQ(timeline.writes().size(), 1U + 2 * 2 + 3);
    timeline.seek(0);
    EXPECT_TRUE(timeline.writes().empty());
}

TEST(Timeline, SeeksBeyondTheEndStayAtIt) {
    const Traced result = run({kTree, "k", {1, 1, 1}, {32, 1, 1}, 32, false}, {});
    Timeline timeline(result.traces.at(0));
    timeline.seek(1'000'000);
    EXPECT_EQ(timeline.position(), timeline.trace().size());
}

}  // namespace
}  // namespace lanescope
