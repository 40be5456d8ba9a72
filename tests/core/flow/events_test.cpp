// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping by what can be seen, against a scan of the trace.
#include "core/flow/events.h"

#include "core/flow/rounds.h"
#include "tests/core/flow/recorded.h"

namespace lanescope::flow {
namespace {

TEST(EventStops, OfATiledProductFoldIndexArithmetic) {
    const auto tiled = recorded("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    const EventStops events(tiled->activities);
    // A warp and tile: 2 loads, 2 stores to shared memory, 16 × (2 loads, fma), 2 barriers, the beginning of the round;
    // and one store at last.
    EXPECT_EQ(events.count(), 8U * (4U * (4U + 48U + 2U + 1U) + 1U));
    // The first thing to be seen is that the round begins, then what it loads of A.
    const std::uint64_t round = events.next(0);
    const std::uint64_t load = events.next(round);
    EXPECT_EQ(tiled->activities.activity(load - 1), Activity::Load);
    EXPECT_EQ(tiled->activities.touched(load - 1), (Touched{program::Space::Global, 0}));
    EXPECT_EQ(events.previous(load), round);
    EXPECT_EQ(events.previous(round), 0U);
    EXPECT_EQ(events.next(tiled->trace->size()), tiled->trace->size());
}

TEST(EventStops, ArithmeticThatNothingInterruptsIsOne) {
    const auto distances = recorded("triangle.bb", {{"n", "16"}, {"block", "4"}, {"workload", "edm"}});
    const EventStops events(distances->activities);
    std::uint64_t runs = 0;
    for (std::uint64_t at = events.next(0); at < distances->trace->size(); at = events.next(at))
        if (distances->activities.activity(at - 1) == Activity::Compute) ++runs;
    std::uint64_t computed = 0;
    for (std::uint64_t event = 0; event < distances->trace->size(); ++event)
        if (distances->activities.activity(event) == Activity::Compute) ++computed;
    EXPECT_GE(runs, 1U);
    EXPECT_LT(runs, computed);
}

class EventStopsOfAll : public testing::TestWithParam<std::string> {};

TEST_P(EventStopsOfAll, AreWhereAScanFindsThem) {
    for (const auto& block : someRecorded(GetParam())) {
        const Activities& activities = block->activities;
        const BlockTrace& trace = *block->trace;
        const EventStops events(activities);
        const RoundStarts starts(trace.entry());
        std::uint64_t before = 0;
        for (std::uint64_t at = events.next(0); at < trace.size(); at = events.next(at)) {
            EXPECT_EQ(events.previous(at), before);
            EXPECT_EQ(events.count(before, at), 1U);
            // All that is passed over is arithmetic of one warp up to `at`, index arithmetic and moves.
            for (std::uint64_t event = before; event + 1 < at; ++event) {
                const Activity what = activities.activity(event);
                EXPECT_TRUE(what == Activity::Index || what == Activity::Compute) << event;
                if (what == Activity::Compute) {
                    EXPECT_EQ(trace.warp(event), trace.warp(at - 1)) << event;
                }
            }
            const bool isSeen = activities.activity(at - 1) != Activity::Index;
            EXPECT_TRUE(isSeen || starts.loopBegunAt(trace.instruction(at)) != RoundStarts::kNone) << at;
            before = at;
        }
        for (std::uint64_t event = before; event + 1 < trace.size(); ++event)
            EXPECT_EQ(activities.activity(event), Activity::Index) << "nothing is seen behind the last stop";
    }
}

INSTANTIATE_TEST_SUITE_P(All, EventStopsOfAll, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope::flow
