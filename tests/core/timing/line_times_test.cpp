// SPDX-License-Identifier: GPL-3.0-or-later
// Time by instruction and by line, of launches that are reckoned by hand.
#include "core/timing/line_times.h"

#include <gtest/gtest.h>

#include "tests/core/timing/by_hand.h"

namespace lanescope::timing {
namespace {

// A load and two that wait for it, of one warp: by hand. The load issues at 0 and its data come from DRAM.
TEST(TimeByInstruction, WaitsAreThoseOfTheInstructionThatWaits) {
    ByHand hand;
    hand.load({0}).fp32({0}).fp32({1}).warp();
    const MultiprocessorRun run = hand.run();
    ASSERT_EQ(run.byInstruction.size(), 3U);
    const auto of = [&](std::size_t instruction, Reason reason) {
        return run.byInstruction[instruction][static_cast<std::size_t>(reason)];
    };
    for (std::size_t i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(of(i, Reason::Issuing), 1);
    EXPECT_GT(of(1, Reason::Global), 500) << "the first that needs the data";
    EXPECT_DOUBLE_EQ(of(0, Reason::Global), 0);
    EXPECT_DOUBLE_EQ(of(2, Reason::Global), 0);
    EXPECT_DOUBLE_EQ(of(2, Reason::Result), 3) << "latency 4, of which one cycle is the issue";
}

TEST(TimeByLine, InstructionsOfALineAreSummedAndTheLineThatTakesMostIsFirst) {
    ReasonCycles issues{}, waits{};
    issues[static_cast<std::size_t>(Reason::Issuing)] = 2;
    waits[static_cast<std::size_t>(Reason::Global)] = 30;
    const std::vector<LineTime> lines =
        timeByLine({{1, 7, issues}, {2, 9, issues}, {3, 7, issues}, {4, 9, waits}, {5, 3, {}}});
    ASSERT_EQ(lines.size(), 2U) << "line 3 takes nothing";
    EXPECT_EQ(lines[0].line, 9U);
    EXPECT_DOUBLE_EQ(lines[0].all(), 32);
    EXPECT_EQ(lines[0].longest(), Reason::Global);
    EXPECT_DOUBLE_EQ(lines[1].all(), 4);
    EXPECT_EQ(lines[1].longest(), Reason::Issuing) << "nobody waits there";
}

}  // namespace
}  // namespace lanescope::timing
