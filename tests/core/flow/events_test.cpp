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

// A tile of a warp: what is loaded of A and of B with its store to shared memory, 16 × (2 loads, fma), 2 barriers, the
// beginning of the round; and the store at last.
TEST(EventStops, ByOperationsLoadsGoWithWhatComesOfThem) {
    const auto tiled = recorded("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    const EventStops operations(tiled->activities, Grain::Operation);
    EXPECT_EQ(operations.count(), 8U * (4U * (2U + 16U + 2U + 1U) + 1U));
    const std::uint64_t stored = operations.next(operations.next(0));
    EXPECT_EQ(tiled->activities.activity(stored - 1), Activity::Store);
    EXPECT_EQ(tiled->activities.touched(stored - 1), (Touched{program::Space::Shared, 0})) << "As";
}

TEST(EventStops, AreCountedAndGoneByNumber) {
    const auto tiled = recorded("matmul.tiled", {{"n", "64"}, {"block", "16"}});
    const EventStops events(tiled->activities);
    const std::uint64_t size = tiled->trace->size();
    EXPECT_EQ(events.count(0, size), events.count());
    std::uint64_t at = 777;
    for (std::uint64_t n = 0; n < 50; ++n) {
        EXPECT_EQ(events.after(777, n), at);
        EXPECT_EQ(events.count(777, at), n);
        at = events.next(at);
    }
    EXPECT_EQ(events.after(0, events.count() + 1), size);
    EXPECT_EQ(events.count(9, 9), 0U);
    EXPECT_EQ(events.count(9, 5), 0U);
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

TEST_P(EventStopsOfAll, ByOperationsPassOverLoadsAlone) {
    for (const auto& block : someRecorded(GetParam())) {
        const Activities& activities = block->activities;
        const BlockTrace& trace = *block->trace;
        const EventStops accesses(activities);
        const EventStops operations(activities, Grain::Operation);
        const RoundStarts starts(trace.entry());
        const auto does = [&](std::uint64_t stop) { return activities.activity(stop - 1); };
        std::uint64_t before = 0;
        for (std::uint64_t at = operations.next(0); at < trace.size(); at = operations.next(at)) {
            EXPECT_EQ(accesses.next(at - 1), at) << "each is a stop by accesses, too";
            for (std::uint64_t stop = accesses.next(before); stop < at; stop = accesses.next(stop)) {
                EXPECT_EQ(does(stop), Activity::Load) << stop;
                EXPECT_EQ(trace.warp(stop - 1), trace.warp(at - 1)) << stop;
            }
            // Loads stand by themselves only where nothing comes of them at once.
            const std::uint64_t next = accesses.next(at);
            const bool ends = starts.loopBegunAt(trace.instruction(at)) != RoundStarts::kNone || next >= trace.size();
            if (does(at) == Activity::Load && !ends && trace.warp(next - 1) == trace.warp(at - 1)) {
                EXPECT_NE(does(next), Activity::Compute) << at;
                EXPECT_NE(does(next), Activity::Store) << at;
                EXPECT_NE(does(next), Activity::Load) << at;
            }
            before = at;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, EventStopsOfAll, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope::flow
