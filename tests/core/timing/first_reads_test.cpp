// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/first_reads.h"

#include <gtest/gtest.h>

namespace lanescope::timing {
namespace {

/// Each block reads a sector of its own at first if `own`, and then all of them in turn.
double foundOf(std::uint32_t blocks, bool own, double scale) {
    FirstReads reads;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        reads.beginBlock();
        if (own) reads.read(block, 1);
        for (std::uint32_t sector = 0; sector < blocks; ++sector) reads.read(sector, 10 + 10 * sector);
    }
    return reads.foundShare(scale);
}

TEST(FirstReads, WhoReadsInTheSameOrderFindsNothing) { EXPECT_DOUBLE_EQ(foundOf(16, false, 1), 0); }

TEST(FirstReads, WhatEachHasReadOfItsOwnIsThereForTheOthers) {
    // All but the one that reads it first.
    EXPECT_DOUBLE_EQ(foundOf(16, true, 1), 15 / 16.0);
}

TEST(FirstReads, BlocksThatWereNotLookedAtReadAsMuch) {
    FirstReads reads;
    reads.beginBlock();
    reads.read(0, 1);
    reads.beginBlock();
    for (std::uint32_t sector = 0; sector < 10; ++sector) reads.read(sector, 100);
    // Sector 0, in one read of eleven.
    EXPECT_DOUBLE_EQ(reads.foundShare(1), 1 / 11.0);
    EXPECT_DOUBLE_EQ(reads.foundShare(2), 2 / 11.0);
    EXPECT_DOUBLE_EQ(reads.foundShare(100), 1);
    EXPECT_DOUBLE_EQ(FirstReads().foundShare(1), 0);
}

}  // namespace
}  // namespace lanescope::timing
