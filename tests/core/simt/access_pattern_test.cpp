// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of accesses, counted by hand.
#include "core/simt/memory/access_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <set>

namespace lanescope::simt {
namespace {

constexpr LaneMask kAll = 0xffffffffU;

LaneAddresses addresses(const std::function<std::uint64_t(std::uint64_t)>& of) {
    LaneAddresses result{};
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) result[lane] = of(lane);
    return result;
}
LaneAddresses strided(std::uint64_t first, std::uint64_t stride) {
    return addresses([=](std::uint64_t lane) { return first + stride * lane; });
}

TEST(Sectors, DistinctOnesOfARequest) {
    EXPECT_EQ(sectorsOf(strided(0, 4), kAll, 4), 4U);    // 128 bytes in a row
    EXPECT_EQ(sectorsOf(strided(16, 4), kAll, 4), 5U);   // the same, not on a sector's edge
    EXPECT_EQ(sectorsOf(strided(0, 0), kAll, 4), 1U);    // all lanes one word
    EXPECT_EQ(sectorsOf(strided(0, 32), kAll, 4), 32U);  // a sector each
    EXPECT_EQ(sectorsOf(strided(0, 8), kAll, 8), 8U);
    EXPECT_EQ(sectorsOf(strided(0, 16), kAll, 16), 16U);
    EXPECT_EQ(sectorsOf(strided(0, 4), 0xffU, 4), 1U);  // eight lanes
    EXPECT_EQ(sectorsOf(addresses([](auto lane) { return (31 - lane) * 4; }), kAll, 4), 4U);
}

TEST(Sectors, UniqueBytesCountBroadcastOnce) {
    EXPECT_EQ(uniqueBytesOf(strided(0, 4), kAll, 4), 128U);
    EXPECT_EQ(uniqueBytesOf(strided(0, 0), kAll, 4), 4U);
    EXPECT_EQ(uniqueBytesOf(addresses([](auto lane) { return lane / 16 * 4096; }), kAll, 4), 8U);
    EXPECT_EQ(uniqueBytesOf(strided(0, 2), kAll, 4), 66U);  // overlapping words
    EXPECT_EQ(uniqueBytesOf(strided(0, 1), 0x3U, 1), 2U);
}

void expectShared(const LaneAddresses& address, LaneMask active, unsigned bytes, unsigned wavefronts, unsigned fewest) {
    const SharedCost cost = sharedCostOf(address, active, bytes);
    EXPECT_EQ(cost.wavefronts, wavefronts);
    EXPECT_EQ(cost.fewest, fewest);
}

TEST(SharedWavefronts, WordsOfFourBytes) {
    expectShared(strided(0, 4), kAll, 4, 1, 1);     // a bank each
    expectShared(strided(0, 0), kAll, 4, 1, 1);     // broadcast
    expectShared(strided(0, 8), kAll, 4, 2, 1);     // every other bank, two words each
    expectShared(strided(0, 128), kAll, 4, 32, 1);  // a column of 32: all in one bank
    expectShared(strided(0, 132), kAll, 4, 1, 1);   // padded to 33: a bank each again
    expectShared(strided(0, 128), 0xfU, 4, 4, 1);
    expectShared(addresses([](auto lane) { return lane / 16 * 64 + lane % 2 * 4; }), kAll, 4, 1, 1);
}

TEST(SharedWavefronts, AreTheDistinctWordsOfTheFullestBank) {
    std::mt19937 random(5);
    for (int round = 0; round < 2000; ++round) {
        const unsigned bytes = 1U << random() % 3;
        const unsigned words = 1U << random() % 12;
        const LaneMask active = random() | 1U << random() % kWarpSize;
        const LaneAddresses address =
            addresses([&](auto) { return std::uint64_t{random() % words * 4 + random() % (4 / bytes) * bytes}; });
        std::array<std::set<std::uint64_t>, 32> ofBank;
        for (unsigned lane = 0; lane < kWarpSize; ++lane)
            if ((active >> lane & 1U) != 0) ofBank[address[lane] / 4 % 32].insert(address[lane] / 4);
        const auto fullest = std::ranges::max_element(ofBank, {}, [](const auto& bank) { return bank.size(); });
        expectShared(address, active, bytes, static_cast<unsigned>(fullest->size()), 1);
    }
}

TEST(SharedWavefronts, NarrowLanesShareAWord) {
    expectShared(strided(0, 1), kAll, 1, 1, 1);
    expectShared(strided(0, 2), kAll, 2, 1, 1);
    expectShared(strided(0, 128), kAll, 1, 32, 1);
}

TEST(SharedWavefronts, WideLanesGoInHalvesAndQuarters) {
    expectShared(strided(0, 8), kAll, 8, 2, 2);
    expectShared(strided(0, 16), kAll, 8, 4, 2);    // half a warp over 256 bytes: two words a bank
    expectShared(strided(0, 8), 0xffffU, 8, 1, 1);  // the upper half takes no part
    expectShared(strided(0, 0), kAll, 8, 1, 1);
    expectShared(strided(0, 16), kAll, 16, 4, 4);
    expectShared(strided(0, 0), kAll, 16, 2, 2);
}

TEST(SharedWavefronts, NeighboursAreServedTogetherOnlyWhereThatSavesAPass) {
    // A column of doubles, each read by 16 lanes, 128 bytes apart: together they would meet in one bank. The H200
    // counts no conflict in such kernels (multiplies of doubles, block 16).
    expectShared(addresses([](auto lane) { return lane / 16 * 128; }), kAll, 8, 2, 2);
    expectShared(addresses([](auto lane) { return lane / 8 * 64; }), kAll, 8, 2, 2);
    expectShared(addresses([](auto lane) { return lane / 16 * 64; }), kAll, 8, 1, 1);
}

TEST(Pattern, RemembersCostsAtEveryAlignment) {
    AccessPattern pattern;
    pattern.learn(strided(4096, 4), kAll, 4);
    EXPECT_EQ(pattern.shape, AccessPattern::Shape::Contiguous);
    for (std::uint64_t first = 0; first < 64; first += 4)
        for (int twice = 0; twice < 2; ++twice) EXPECT_EQ(pattern.sectorsAt(first), first % 32 == 0 ? 4U : 5U) << first;
    EXPECT_EQ(pattern.uniqueBytes, 128U);
    pattern.learn(strided(0, 32), 0xf0U, 4);
    EXPECT_EQ(pattern.sectorsAt(0), 4U);  // nothing of the old pattern is left
    EXPECT_EQ(pattern.low, 0);
    EXPECT_EQ(pattern.high, 3 * 32 + 4);
}

TEST(Pattern, KnowsItsShape) {
    const auto shapeOf = [](const LaneAddresses& address, LaneMask active) {
        AccessPattern pattern;
        pattern.learn(address, active, 4);
        return pattern.shape;
    };
    using Shape = AccessPattern::Shape;
    EXPECT_EQ(shapeOf(strided(8, 4), kAll), Shape::Contiguous);
    EXPECT_EQ(shapeOf(strided(8, 0), kAll), Shape::Halves);
    EXPECT_EQ(shapeOf(addresses([](auto lane) { return lane / 8 * 400; }), kAll), Shape::Windowed);
    EXPECT_EQ(shapeOf(addresses([](auto lane) { return lane / 16 * 400 + lane % 16 * 4; }), kAll), Shape::Halves);
    EXPECT_EQ(shapeOf(addresses([](auto lane) { return lane < 16 ? 400 : lane * 4; }), kAll), Shape::Halves);
    EXPECT_EQ(shapeOf(addresses([](auto lane) { return 4096 - lane * 4; }), kAll), Shape::Windowed);
    EXPECT_EQ(shapeOf(strided(0, 8), kAll), Shape::Scattered);
    EXPECT_EQ(shapeOf(strided(0, 2), kAll), Shape::Scattered);  // not aligned to each other
    EXPECT_EQ(shapeOf(strided(0, 4), kAll - 1), Shape::Windowed);
    EXPECT_EQ(shapeOf(strided(0, 8), 0x0f0f0f0fU), Shape::Windowed);  // four lanes take part, over seven elements
}

TEST(Pattern, KnowsWhichElementOfItsWindowALaneReads) {
    AccessPattern pattern;
    pattern.learn(addresses([](auto lane) { return lane == 9 ? 4000U : 4096 - lane % 8 * 4; }), kAll - 0x200U, 4);
    ASSERT_EQ(pattern.shape, AccessPattern::Shape::Windowed);
    EXPECT_EQ(pattern.window[1], -28);
    EXPECT_EQ(pattern.element[8], 7U);
    EXPECT_EQ(pattern.element[15], 0U);
    EXPECT_EQ(pattern.needed, 0xffffbfffU);  // nobody reads what lane 9 would have
}

TEST(AtomicSectors, LanesAtOneAddressAreServedOneAfterTheOther) {
    LaneAddresses address{};
    EXPECT_EQ(atomicSectorsOf(address, kAll), 32U);
    EXPECT_EQ(atomicSectorsOf(address, 0x0000000fU), 4U);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) address[lane] = 4 * lane;
    EXPECT_EQ(atomicSectorsOf(address, kAll), 4U);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) address[lane] = lane / 2 * 4;
    EXPECT_EQ(atomicSectorsOf(address, kAll), 4U);  // two sectors, twice
    for (unsigned lane = 0; lane < kWarpSize; ++lane) address[lane] = 32 * lane;
    EXPECT_EQ(atomicSectorsOf(address, kAll), 32U);
}

}  // namespace
}  // namespace lanescope::simt
