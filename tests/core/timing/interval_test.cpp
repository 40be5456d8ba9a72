// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/interval.h"

#include <gtest/gtest.h>

#include "tests/core/timing/by_hand.h"

namespace lanescope::timing {
namespace {

IntervalTerms termsOf(ByHand& launch, LaunchSetting setting = {}) {
    return intervalOf(launch.sample(), launch.stream(), setting, roundParameters());
}

TEST(Interval, TermsAreReckonedOneByOne) {
    ByHand launch;
    launch.load({0, 1, 2, 3}).fp32({0}).fp32({1}).warp(4);
    const IntervalTerms terms = termsOf(launch);
    EXPECT_DOUBLE_EQ(terms.issue, 3);  // 4 warps · 3 / 4 schedulers
    EXPECT_DOUBLE_EQ(terms.fp32, 2);
    EXPECT_DOUBLE_EQ(terms.requests, 8);  // 4 · 2
    EXPECT_DOUBLE_EQ(terms.dram, 4);      // each sector once
    EXPECT_DOUBLE_EQ(terms.l2, 4);
    EXPECT_DOUBLE_EQ(terms.latency, 600 + 4 + 1);  // load, addition, addition
    EXPECT_DOUBLE_EQ(terms.alu, 0);
    EXPECT_DOUBLE_EQ(terms.atomics, 0);
}

TEST(Interval, TheLongestWarpOfEachPhaseCounts) {
    ByHand launch;
    launch.fp32().fp32({0}).op(Pipe::Barrier, After::Nothing, {1}).fp32().warp();  // 8 + 1 + 16, then 1
    launch.op(Pipe::Barrier, After::Nothing).fp32().fp32({1}).warp();              // 1 + 16, then 5
    EXPECT_DOUBLE_EQ(termsOf(launch).latency, 25 + 5);
}

TEST(Interval, RoundsOfBlocksFollowEachOther) {
    ByHand launch;
    launch.fp32().fp32({0}).warp();
    LaunchSetting setting;
    setting.blocks = 6;
    setting.resident = 2;
    EXPECT_DOUBLE_EQ(termsOf(launch, setting).latency, 5 * 3);
    EXPECT_DOUBLE_EQ(termsOf(launch, setting).issue, 6 * 2 / 4.0);
}

TEST(Interval, WhatIsAloneIsTheWhole) {
    IntervalTerms terms;
    terms.dram = 100;
    EXPECT_DOUBLE_EQ(terms.together(), 100);
    terms.l2 = 100;
    EXPECT_NEAR(terms.together(), 118.92, 0.01);  // fourth root of two
}

}  // namespace
}  // namespace lanescope::timing
