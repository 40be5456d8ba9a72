// SPDX-License-Identifier: GPL-3.0-or-later
// What follows of code alone, whatever it was read from. The shapes that compilers make of CUDA are in
// tests/core/ptx/cfg_test.cpp.
#include "core/program/control_flow.h"

#include <gmock/gmock.h>

#include "core/program/loops.h"
#include "tests/core/program/hand_made.h"

namespace lanescope::program {
namespace {

using namespace test;
using testing::ElementsAre;

constexpr RegisterId kFlag = 0;
const std::vector<Type> kOneFlag{Type::Pred};

TEST(ControlFlow, LanesThatPartAtAnIfMeetBehindIt) {
    // 0: if (flag) goto 3;  1, 2: the other arm, which ends at 4;  3: this arm
    const Entry entry = entryOf("k",
                                {guarded(kFlag, false, branchTo(3)), plain(Opcode::Mov), branchTo(4),
                                 plain(Opcode::Mov), plain(Opcode::Mov), plain(Opcode::Exit)},
                                kOneFlag);
    ASSERT_EQ(entry.blocks.size(), 4U);
    EXPECT_THAT(entry.blocks[0].successors, ElementsAre(1, 2));
    EXPECT_THAT(entry.blocks[1].successors, ElementsAre(3));
    EXPECT_THAT(entry.blocks[0].meetings, ElementsAre(Meeting{3, 0}));
    EXPECT_EQ(entry.blockOf(4), 3U);
    EXPECT_EQ(entry.functionOf(4), 0U);
    EXPECT_EQ(entry.functionOf(6), 1U) << "behind the end";
}

TEST(ControlFlow, NobodyWaitsInALoopForThoseWhoLeaveIt) {
    // 0: before;  1: if (flag) goto 4 (break);  2: body;  3: goto 1;  4: behind
    const Entry entry = entryOf("k",
                                {plain(Opcode::Mov), guarded(kFlag, false, branchTo(4)), plain(Opcode::Mov),
                                 branchTo(1), plain(Opcode::Mov), plain(Opcode::Exit)},
                                kOneFlag);
    ASSERT_EQ(entry.blocks.size(), 4U);
    const Loops loops(edgesOf(entry));
    ASSERT_EQ(loops.all().size(), 1U);
    EXPECT_EQ(loops.all()[0].header, 1U);
    EXPECT_EQ(loops.depthOf(2), 1U);
    EXPECT_EQ(loops.depthOf(3), 0U);
    EXPECT_THAT(entry.blocks[1].staysIn, ElementsAre(1, 0));
    EXPECT_THAT(entry.blocks[1].meetings, ElementsAre(Meeting{3, 0})) << "all leave to the same place";
}

TEST(ControlFlow, CodeWithoutInstructionsHasNoBlocks) { EXPECT_TRUE(entryOf("k", {}).blocks.empty()); }

}  // namespace
}  // namespace lanescope::program
