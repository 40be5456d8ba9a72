// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/packed_state.h"

#include <gtest/gtest.h>

#include <random>

namespace lanescope {
namespace {

simt::BlockState stateOf(const std::vector<std::uint64_t>& registers) {
    simt::BlockState state;
    state.registers = registers;
    state.warps.resize(2);
    state.warps[0].stack = {{3, 9, 0xffU}, {5, 7, 0xfU}};
    state.warps[1].atBarrier = true;
    state.shared.assign(40, std::byte{7});
    state.sharedInitialised.assign(10, 1);
    state.currentWarp = 1;
    state.steps = 12345;
    return state;
}

TEST(PackedState, GivesBackEveryKindOfRegister) {
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> registers;
    const auto add = [&registers](auto&& valueOf) {
        for (std::uint64_t lane = 0; lane < simt::kWarpSize; ++lane) registers.push_back(valueOf(lane));
    };
    add([](std::uint64_t) { return std::uint64_t{0}; });
    add([](std::uint64_t lane) { return 0x700000000000ULL + 4 * lane; });
    add([](std::uint64_t lane) { return 1000 - 31 * lane; });           // below zero: wraps at 64 bits
    add([](std::uint64_t lane) { return lane == 31 ? 5 : 4 * lane; });  // spaced but for the last
    add([&](std::uint64_t) { return random() >> 32; });
    add([&](std::uint64_t) { return random(); });
    add([&](std::uint64_t lane) { return lane == 17 ? 1ULL << 32 : random() >> 40; });
    const simt::BlockState state = stateOf(registers);
    EXPECT_EQ(PackedState(state).unpack(), state);
}

TEST(PackedState, TakesLessRoom) {
    std::vector<std::uint64_t> registers;
    for (std::uint64_t i = 0; i < 32 * 1000; ++i) registers.push_back(i % 64);
    EXPECT_LT(PackedState(stateOf(registers)).bytes(), registers.size());
}

TEST(PackedState, NoRegisters) { EXPECT_EQ(PackedState(stateOf({})).unpack(), stateOf({})); }

}  // namespace
}  // namespace lanescope
