// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/convoy.h"

#include <gtest/gtest.h>

#include "tests/core/timing/by_hand.h"

namespace lanescope::timing {
namespace {

/// An operation of 32 lanes takes a unit 32 cycles, 96 where the one before it was on the same sector.
Parameters units() {
    Parameters p = roundParameters();
    p.atomicLane = 1;
    p.atomicFloatLane = 3;
    p.atomicLatency = 400;
    p.atomicQueue = 320;
    p.warpSpacing = 2;
    return p;
}

/// A matrix of so many columns, one for each warp, that are added up row by row: eight sums to a sector.
Convoy rows(std::uint32_t warps, double operations, bool floats = true) {
    return {.warps = warps,
            .beside = 1,
            .operations = operations,
            .rounds = 1,
            .sectors = 1.0 / 8,
            .lanes = 32,
            .floats = floats};
}

TEST(Convoy, FewWarpsDoNotWait) {
    const ConvoyPace pace = paceOf(rows(2, 500), 1000, units());
    EXPECT_DOUBLE_EQ(pace.last, 1000);
    EXPECT_DOUBLE_EQ(pace.mean, 1000);
}

TEST(Convoy, ManyWaitForTheOneUnitThatHasWhatIsNext) {
    // In the first 64 rows all 64 are at one unit, which takes 64 · 96 cycles for a row. Ten of each multiprocessor's
    // are under way when it sends its last.
    EXPECT_NEAR(paceOf(rows(64, 64), 1000, units()).last, (64 - 10) * 96, 100);
    EXPECT_NEAR(paceOf(rows(64, 64, false), 1000, units()).last, (64 - 10) * 32, 100) << "whole numbers are quicker";
}

TEST(Convoy, ComesApartInTime) {
    double before = 1e9;
    for (const double operations : {64, 256, 1024, 4096}) {
        const ConvoyPace pace = paceOf(rows(64, operations), 1000, units());
        EXPECT_LT(pace.last, before) << operations;
        EXPECT_GE(pace.last, 1000);
        EXPECT_LE(pace.mean, pace.last) << "who is ahead ends sooner";
        before = pace.last;
    }
    EXPECT_LT(before, 1300);
}

TEST(Convoy, OfManyWarpsSomeOperationsStandForAll) {
    const ConvoyPace pace = paceOf(rows(10'000, 1e6), 1000, units());
    EXPECT_GT(pace.last, 1000);
    EXPECT_LT(pace.last, 10'000.0 * 96 * 1.1);
}

/// Two blocks of a warp, that add `operations` times each; block `b` begins with sector b · `apart`.
ByHand blocksThatAdd(int operations, std::uint32_t apart, bool backwards = false) {
    ByHand blocks;
    for (std::uint32_t b = 0; b < 2; ++b) {
        blocks.block();
        for (int i = 0; i < operations; ++i) {
            const int place = backwards ? operations - 1 - i : i;
            blocks.atomic(b * apart + static_cast<std::uint32_t>(place), 32).atOneAddress();
        }
        blocks.warp();
    }
    return blocks;
}

std::optional<Convoy> convoyOf(ByHand blocks, double shared = 1) {
    LaunchSample sample = blocks.sample();
    sample.atomicsShared = shared;
    LaunchSetting setting;
    setting.active = 16;
    setting.blocks = 6;
    setting.resident = 2;
    setting.work = 3;
    sample.grid = {96, 1, 1};
    return timing::convoyOf(sample, setting, blocks.stream());
}

TEST(Convoy, IsWhereAllGoForwardsThroughTheSamePlaces) {
    const auto convoy = convoyOf(blocksThatAdd(32, 0));
    ASSERT_TRUE(convoy);
    EXPECT_EQ(convoy->warps, 32U);
    EXPECT_EQ(convoy->beside, 2U);
    EXPECT_DOUBLE_EQ(convoy->operations, 32 * 3) << "a block goes on for three times as long as was kept of it";
    EXPECT_DOUBLE_EQ(convoy->rounds, 3);
    EXPECT_DOUBLE_EQ(convoy->sectors, 1);
    EXPECT_DOUBLE_EQ(convoy->lanes, 32);
    EXPECT_FALSE(convoyOf(blocksThatAdd(32, 100))) << "each has places of its own";
    EXPECT_FALSE(convoyOf(blocksThatAdd(32, 0, true))) << "not forwards";
    EXPECT_FALSE(convoyOf(blocksThatAdd(4, 0))) << "too few to tell";
    EXPECT_FALSE(convoyOf(blocksThatAdd(32, 0), 0.5)) << "others add elsewhere";
    ByHand one;
    for (int i = 0; i < 32; ++i) one.atomic(7, 32).atOneAddress();
    one.warp();
    EXPECT_FALSE(convoyOf(std::move(one))) << "one place is no road";
}

}  // namespace
}  // namespace lanescope::timing
