// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/full_times.h"

#include <gtest/gtest.h>

namespace lanescope::timing {
namespace {

TEST(FullTimes, CountWhatLiesInASpan) {
    FullTimes full;
    EXPECT_DOUBLE_EQ(full.between(0, 100), 0);
    full.add(10, 20);
    full.add(30, 40);
    EXPECT_DOUBLE_EQ(full.between(0, 100), 20);
    EXPECT_DOUBLE_EQ(full.between(15, 35), 10);
    EXPECT_DOUBLE_EQ(full.between(21, 29), 0);
    EXPECT_DOUBLE_EQ(full.between(35, 15), 0);
}

TEST(FullTimes, CountEachCycleOnce) {
    FullTimes full;
    full.add(10, 20);
    full.add(15, 30);
    full.add(16, 25);
    EXPECT_DOUBLE_EQ(full.between(0, 100), 20);
}

// A queue that has a place again before it is asked was never full, and once took back what had been counted.
TEST(FullTimes, KnowThatAPlaceIsFreeAlready) {
    FullTimes full;
    full.add(10, 20);
    full.add(100, 50);
    full.add(200, 210);
    EXPECT_DOUBLE_EQ(full.between(0, 300), 20);
    EXPECT_DOUBLE_EQ(full.between(40, 150), 0);
}

TEST(FullTimes, KeepTheLastOfLongRuns) {
    FullTimes full;
    constexpr int kSpans = 20'000;
    for (int i = 0; i < kSpans; ++i) full.add(10 * i, 10 * i + 4);
    EXPECT_DOUBLE_EQ(full.between(10 * (kSpans - 100), 10 * kSpans), 400);
}

}  // namespace
}  // namespace lanescope::timing
