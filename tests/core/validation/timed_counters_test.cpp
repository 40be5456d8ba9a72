// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/timed_counters.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

ErrorPoint point(Counters measured, Counters estimated, double footprint) {
    ErrorPoint made;
    made.algorithm = "vector.add";
    made.counters = {std::move(measured)};
    made.footprints = {footprint};
    made.countedAsTimed = true;
    ErrorPoint::Answer answer;
    answer.model = "simulation";
    answer.counters = {std::move(estimated)};
    made.answers.push_back(std::move(answer));
    return made;
}

const TimedCounterRow* rowOf(const TimedCounters& counters, std::string_view id) {
    for (const TimedCounterRow& row : counters.rows)
        if (row.counter == id) return &row;
    return nullptr;
}

TEST(TimedCounters, AreSharesOfWhatWasMeasuredAndHitsHundredthsOfAllAccesses) {
    const std::vector<ErrorPoint> points{
        point({{"achieved_occupancy", 50}, {"l1_hit_rate", 2}}, {{"achieved_occupancy", 54}, {"l1_hit_rate", 6}}, 1),
        point({{"achieved_occupancy", 50}}, {{"achieved_occupancy", 40}, {"issue_slot_utilization", 3}}, 1)};
    const TimedCounters counters = timedCountersOf(points);
    const TimedCounterRow* const occupancy = rowOf(counters, "achieved_occupancy");
    ASSERT_NE(occupancy, nullptr);
    EXPECT_EQ(occupancy->compared, 2U);
    EXPECT_EQ(occupancy->within10, 1U);
    EXPECT_NEAR(occupancy->medianDifference, 0.14, 1e-12);
    EXPECT_NEAR(occupancy->signedMedian, -0.06, 1e-12);
    ASSERT_NE(rowOf(counters, "l1_hit_rate"), nullptr);
    EXPECT_EQ(rowOf(counters, "l1_hit_rate")->within10, 1U);
    EXPECT_EQ(rowOf(counters, "issue_slot_utilization"), nullptr) << "nobody measured it";
}

TEST(TimedCounters, DeviceMemoryIsComparedFromAMegabyteOn) {
    const Counters measured{{"dram_read_bytes", 2e6}, {"dram_write_bytes", 3e5}, {"l2_hit_rate", 50}};
    const Counters estimated{{"dram_read_bytes", 2.1e6}, {"dram_write_bytes", 1e5}, {"l2_hit_rate", 55}};
    const TimedCounters counters = timedCountersOf({point(measured, estimated, 9e5), point(measured, estimated, 2e6)});
    ASSERT_NE(rowOf(counters, "dram_read_bytes"), nullptr);
    EXPECT_EQ(rowOf(counters, "dram_read_bytes")->compared, 2U);
    EXPECT_NEAR(rowOf(counters, "dram_read_bytes")->medianDifference, 0.05, 1e-12);
    EXPECT_EQ(rowOf(counters, "dram_write_bytes"), nullptr) << "the GPU writes as much for itself";
    ASSERT_NE(rowOf(counters, "l2_hit_rate"), nullptr);
    EXPECT_EQ(rowOf(counters, "l2_hit_rate")->compared, 1U) << "the other launch touches less";
}

TEST(TimedCounters, OfLaunchesThatWereReplayedByThemselvesNobodyKnowsWhatTheyFound) {
    ErrorPoint old = point({{"achieved_occupancy", 50}}, {{"achieved_occupancy", 50}}, 1);
    old.countedAsTimed = false;
    const TimedCounters counters = timedCountersOf({old});
    EXPECT_TRUE(counters.rows.empty());
    EXPECT_EQ(counters.otherwiseCounted, 1U);
}

TEST(TimedCounters, OtherLaunchesThanWereCountedAreNotCompared) {
    ErrorPoint two = point({{"achieved_occupancy", 50}}, {{"achieved_occupancy", 50}}, 1);
    two.answers.front().counters.emplace_back();
    EXPECT_TRUE(timedCountersOf({two}).all.empty());
}

}  // namespace
}  // namespace lanescope
