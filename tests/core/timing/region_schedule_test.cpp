// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/region_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanescope::timing {
namespace {

Unplaced load() {
    Unplaced one;
    one.op.pipe = Pipe::Memory;
    one.op.after = After::Access;
    one.words = 1;
    one.load = true;
    return one;
}
Unplaced sum(std::vector<std::uint16_t> waits) {
    Unplaced one;
    one.op.pipe = Pipe::Fp32;
    one.op.after = After::Fp32;
    one.words = 1;
    one.waits = std::move(waits);
    return one;
}

/// Loads of which each is added to a sum at once.
std::vector<Unplaced> unrolled(std::uint16_t rounds) {
    std::vector<Unplaced> ops;
    for (std::uint16_t i = 0; i < rounds; ++i) {
        ops.push_back(load());
        const auto own = static_cast<std::uint16_t>(2 * i);
        ops.push_back(i == 0 ? sum({own}) : sum({own, static_cast<std::uint16_t>(own - 1)}));
    }
    return ops;
}

TEST(RegionSchedule, LoadsGoBeforeWhatNeedsThem) {
    EXPECT_EQ(scheduled(unrolled(4), 32, {}), (std::vector<std::uint16_t>{0, 2, 4, 6, 1, 3, 5, 7}));
}

TEST(RegionSchedule, RegistersBoundTheLoadsUnderWay) {
    const std::vector<std::uint16_t> order = scheduled(unrolled(32), 26, {});  // 8 words for loads
    const auto firstSum = std::ranges::find(order, 1);
    EXPECT_EQ(firstSum - order.begin(), 8);
}

TEST(RegionSchedule, NothingPassesAFence) {
    std::vector<Unplaced> ops{sum({}), load()};
    ops[1].behind = {0};
    EXPECT_EQ(scheduled(ops, 32, {}), (std::vector<std::uint16_t>{0, 1}));
}

TEST(RegionSchedule, EveryInstructionIsPlacedOnce) {
    std::vector<std::uint16_t> order = scheduled(unrolled(100), 10, {});  // fewer than the reserves
    std::ranges::sort(order);
    for (std::uint16_t i = 0; i < 200; ++i) EXPECT_EQ(order[i], i);
}

}  // namespace
}  // namespace lanescope::timing
