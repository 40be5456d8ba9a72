// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measuring_progress.h"

#include <gtest/gtest.h>

namespace lanescope::cli {
namespace {

using namespace std::chrono_literals;
const MeasuringProgress::Clock::time_point kStart{};

TEST(MeasuringProgress, NothingIsUnderWayBeforeAndAfter) {
    MeasuringProgress progress;
    EXPECT_FALSE(progress.state(kStart));
    progress.begin({"time"}, kStart);
    EXPECT_TRUE(progress.state(kStart));
    progress.end(kStart + 1s);
    EXPECT_FALSE(progress.state(kStart + 1s));
}

TEST(MeasuringProgress, TheTimeLeftIsThatOfThePaceSinceTheFirstReport) {
    MeasuringProgress progress;
    progress.begin({"time"}, kStart);
    EXPECT_FALSE(progress.state(kStart + 5s)->secondsLeft) << "what comes before the samples says nothing of them";
    progress.report(0.1, kStart + 10s);
    EXPECT_FALSE(progress.state(kStart + 10s)->secondsLeft);
    progress.report(0.3, kStart + 12s);
    EXPECT_DOUBLE_EQ(*progress.state(kStart + 12s)->secondsLeft, 7);
    EXPECT_DOUBLE_EQ(*progress.state(kStart + 13s)->secondsLeft, 6);
    EXPECT_DOUBLE_EQ(*progress.state(kStart + 99s)->secondsLeft, 0) << "never negative";
}

TEST(MeasuringProgress, KnowsForHowLongNothingWasSaid) {
    MeasuringProgress progress;
    EXPECT_EQ(progress.quietFor(kStart + 9s), 0);
    progress.begin({"time", "counters"}, kStart);
    EXPECT_EQ(progress.quietFor(kStart + 2s), 2);
    progress.report(0.5, kStart + 3s);
    progress.report(0.5, kStart + 4s);
    EXPECT_EQ(progress.quietFor(kStart + 5s), 1) << "also when it is the same again";
    progress.next(kStart + 6s);
    EXPECT_EQ(progress.quietFor(kStart + 9s), 3);
}

TEST(MeasuringProgress, WhatComesLaterLastsAsLongAsTheLastTime) {
    MeasuringProgress progress;
    progress.begin({"time", "counters"}, kStart);
    progress.report(0.0, kStart);
    progress.report(0.5, kStart + 1s);
    EXPECT_FALSE(progress.state(kStart + 1s)->secondsLeft) << "nobody knows yet how long counters take";
    progress.next(kStart + 2s);
    EXPECT_EQ(progress.state(kStart + 2s)->phase, "counters");
    EXPECT_EQ(progress.state(kStart + 2s)->fraction, 0);
    progress.end(kStart + 6s);

    progress.begin({"time", "counters"}, kStart);
    progress.report(0.0, kStart);
    progress.report(0.5, kStart + 1s);
    EXPECT_DOUBLE_EQ(*progress.state(kStart + 1s)->secondsLeft, 1 + 4);
}

}  // namespace
}  // namespace lanescope::cli
