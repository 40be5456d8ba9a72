// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/constant_caches.h"

#include <gtest/gtest.h>

namespace lanescope::timing {
namespace {

/// Cycles that are easily told apart: 700 from L2 and behind, 60 to a scheduler, which gets one each 30 of them.
Parameters round() {
    Parameters p;
    p.dramLatency = 700;
    p.constantLatency = 20;
    p.constantWord = 2;
    p.constantWordLatency = 10;
    p.indexedConstants = 2 * kConstantLine;
    p.indexedConstantMiss = 70;
    p.uniformConstants = 6 * kConstantLine;
    p.uniformConstantMiss = 60;
    p.uniformConstantFill = 30;
    return p;
}

/// Access i is one to line i, from one address.
LaunchSample linesUpTo(std::uint32_t count) {
    LaunchSample sample;
    for (std::uint32_t i = 0; i < count; ++i) {
        sample.sectors.push_back(i);
        sample.accesses.push_back({.firstSector = i, .sectors = 1, .space = program::Space::Const});
    }
    return sample;
}

TEST(ConstantCaches, FourLinesComeFromBehindTogether) {
    const LaunchSample sample = linesUpTo(8);
    const Parameters p = round();
    ConstantCaches caches(sample, p, 8);
    EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[0], 0, 0, 100), 100 + 700 + 60);
    EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[0], 0, 0, 900), 900) << "it is near";
    EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[3], 0, 0, 1000), 1060);
    EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[4], 0, 0, 1100), 1100 + 700 + 60);
    EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[5], 1, 1, 1200), 1800 + 60) << "who comes while it does waits, too";
}

TEST(ConstantCaches, SchedulersGetOneLineAfterTheOther) {
    const LaunchSample sample = linesUpTo(8);
    const Parameters p = round();
    ConstantCaches caches(sample, p, 8);
    (void)caches.uniform(sample.accesses[0], 0, 0, 0);
    for (std::uint32_t scheduler = 0; scheduler < 4; ++scheduler)
        EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[1], scheduler, scheduler, 5000), 5060 + 30 * scheduler);
}

/// Rounds in which each of so many warps of a scheduler asks for its own line, far apart in time: lines that came.
std::size_t filled(std::uint32_t warps, std::size_t lines) {
    const LaunchSample sample = linesUpTo(warps);
    const Parameters p = round();
    ConstantCaches caches(sample, p, lines);
    std::size_t came = 0;
    double now = 0;
    for (int k = 0; k < 100; ++k)
        for (std::uint32_t warp = 0; warp < warps; ++warp, now += 1000)
            if (caches.uniform(sample.accesses[warp], 0, warp, now) > now) ++came;
    return came;
}

TEST(ConstantCaches, SixWarpsOfASchedulerKeepTheirLinesAndMoreTakeThemFromEachOther) {
    EXPECT_EQ(filled(6, 1000), 6U);
    EXPECT_GT(filled(7, 1000), 70U);
    EXPECT_GT(filled(16, 1000), 16U * 60);
    EXPECT_LT(filled(16, 1000), 16U * 100);
    EXPECT_EQ(filled(6, 6), 6U) << "all that is read fits";
}

TEST(ConstantCaches, WarpsReadALineThatAnotherHas) {
    const LaunchSample sample = linesUpTo(8);
    const Parameters p = round();
    ConstantCaches caches(sample, p, 8);
    const double there = caches.uniform(sample.accesses[0], 0, 0, 0);
    EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[0], 0, 1, 10), there);
    EXPECT_DOUBLE_EQ(caches.uniform(sample.accesses[0], 0, 2, 1000), 1000);
}

TEST(ConstantCaches, AnIndexedLoadReadsEachAddressByItself) {
    LaunchSample sample = linesUpTo(1);
    const Parameters p = round();
    ConstantCaches caches(sample, p, 0);
    EXPECT_DOUBLE_EQ(caches.indexed(sample.accesses[0], 0, 0), 700 + 70 + 20);
    EXPECT_DOUBLE_EQ(caches.indexed(sample.accesses[0], 0, 1000), 1020);
    sample.accesses[0].wavefronts = 8;
    EXPECT_DOUBLE_EQ(caches.indexed(sample.accesses[0], 0, 2000), 2020 + 7 * 10);
    EXPECT_DOUBLE_EQ(caches.indexed(sample.accesses[0], 0, 2000), 2016 + 20 + 7 * 10) << "the other warp's come first";
}

TEST(ConstantCaches, AFixedPlaceTakesTheSameUnit) {
    LaunchSample sample = linesUpTo(1);
    sample.accesses[0].wavefronts = 8;
    const Parameters p = round();
    ConstantCaches caches(sample, p, 0);
    EXPECT_DOUBLE_EQ(caches.fixed(0, 0), 20);
    EXPECT_DOUBLE_EQ(caches.fixed(3, 0), 2 + 20) << "whichever scheduler asks";
    (void)caches.indexed(sample.accesses[0], 0, 1000);
    EXPECT_DOUBLE_EQ(caches.fixed(1, 1000), 1016 + 20);
}

TEST(ConstantCaches, SomeOfASchedulerWaitForTheUnit) {
    LaunchSample sample = linesUpTo(1);
    sample.accesses[0].wavefronts = 8;
    Parameters p = round();
    p.constantQueue = 2;
    ConstantCaches caches(sample, p, 0);
    (void)caches.indexed(sample.accesses[0], 0, 100);
    (void)caches.indexed(sample.accesses[0], 0, 100);
    EXPECT_DOUBLE_EQ(caches.takesFrom(0), 100) << "the first has begun at once";
    (void)caches.indexed(sample.accesses[0], 0, 100);
    EXPECT_DOUBLE_EQ(caches.takesFrom(0), 116) << "and the second behind it";
    EXPECT_LE(caches.takesFrom(1), 0) << "others have their own";
}

TEST(ConstantCaches, WhatWasNotAskedForLongestGoes) {
    const LaunchSample sample = linesUpTo(3);  // two fit
    const Parameters p = round();
    ConstantCaches caches(sample, p, 0);
    for (std::size_t line : {0U, 1U, 0U, 2U}) (void)caches.indexed(sample.accesses[line], 0, 0);
    EXPECT_DOUBLE_EQ(caches.indexed(sample.accesses[0], 0, 5000), 5020);
    EXPECT_DOUBLE_EQ(caches.indexed(sample.accesses[1], 0, 6000), 6090);
}

TEST(ConstantCaches, HoldNoMoreThanThereAre) {
    const LaunchSample sample = linesUpTo(8);
    Parameters p = round();
    p.uniformConstants = p.indexedConstants = 1e18;  // what somebody asks "what if" with
    ConstantCaches caches(sample, p, 8);
    const double there = caches.indexed(sample.accesses[0], 0, 0);
    EXPECT_DOUBLE_EQ(caches.indexed(sample.accesses[0], 0, there), there + p.constantLatency);
}

}  // namespace
}  // namespace lanescope::timing
