// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/activity.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/core/timing/by_hand.h"

namespace lanescope::timing {
namespace {

TEST(Activity, SpansAreSharedOutAmongPieces) {
    Activity activity;
    activity.add(16, 32);
    activity.add(200, 8);
    ASSERT_EQ(activity.pieces().size(), 7U);
    EXPECT_FLOAT_EQ(activity.pieces()[0], 16);
    EXPECT_FLOAT_EQ(activity.pieces()[1], 16);
    EXPECT_FLOAT_EQ(activity.pieces()[2], 0);
    EXPECT_FLOAT_EQ(activity.pieces()[6], 8);
    EXPECT_DOUBLE_EQ(activity.share(0, 64), 0.5);
    EXPECT_DOUBLE_EQ(activity.share(64, 192), 0);
    EXPECT_DOUBLE_EQ(activity.share(1e6, 2e6), 0);
    EXPECT_DOUBLE_EQ(activity.share(8, 8), 0);
    activity.add(-1, 5);
    activity.add(5, 0);
    EXPECT_DOUBLE_EQ(activity.share(0, 64), 0.5) << "what is no span changes nothing";
}

TEST(Activity, ToldWithIntervalsAndOfTheSameCycles) {
    ByHand launch;
    launch.load({0, 1, 2, 3}).fp32({0}).warp(4);
    const MultiprocessorRun told = launch.run();
    const Parameters p = roundParameters();
    const MultiprocessorRun untold =
        run(launch.sample(), launch.stream(), p, {.resident = 1, .l1Bytes = p.l1Bytes, .sharing = {}, .intervals = 0});
    EXPECT_TRUE(untold.requests.pieces().empty()) << "nobody has asked";
    EXPECT_DOUBLE_EQ(untold.end, told.end);
    const auto sum = [](const Activity& of) { return std::accumulate(of.pieces().begin(), of.pieces().end(), 0.0); };
    EXPECT_NEAR(sum(told.requests), told.requestBusy, 1e-3);
    EXPECT_NEAR(sum(told.l2), told.l2Busy, 1e-3);
    EXPECT_NEAR(sum(told.dram), told.dramBusy, 1e-3);
    EXPECT_NEAR(sum(told.issue), told.instructions / 4, 1e-3);
}

}  // namespace
}  // namespace lanescope::timing
