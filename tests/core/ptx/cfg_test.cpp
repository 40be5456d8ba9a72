// SPDX-License-Identifier: GPL-3.0-or-later
// Basic blocks and post-dominators on the shapes that compilers make.
#include <algorithm>

#include "core/program/control_flow.h"
#include "core/program/loops.h"
#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

/// "0-2 -> 1 2 | 3@1 4" a line: instructions, successors, where lanes meet (@ the loops that they stay in).
std::string printed(const Entry& entry) {
    std::string text;
    for (const BasicBlock& block : entry.blocks) {
        text += std::to_string(block.first) + "-" + std::to_string(block.end) + " ->";
        for (std::uint32_t s : block.successors) text += " " + std::to_string(s);
        text += " |";
        for (const Meeting& meeting : block.meetings) {
            text += " " + std::to_string(meeting.block);
            if (meeting.depth != 0) text += "@" + std::to_string(meeting.depth);
        }
        text += "\n";
    }
    return text;
}

TEST(ControlFlow, StraightLine) { EXPECT_EQ(printed(entryOf("mov.u32 %r1, 1;\nret;")), "0-2 -> 1 | 1\n"); }

TEST(ControlFlow, FallingOffTheEndIsTheExit) { EXPECT_EQ(printed(entryOf("mov.u32 %r1, 1;")), "0-1 -> 1 | 1\n"); }

TEST(ControlFlow, IfElse) {
    EXPECT_EQ(printed(entryOf("@%p1 bra yes;\nmov.u32 %r1, 1;\nbra join;\nyes: mov.u32 %r1, 2;\njoin: ret;")),
              "0-1 -> 1 2 | 3\n"
              "1-3 -> 3 | 3\n"
              "3-4 -> 3 | 3\n"
              "4-5 -> 4 | 4\n");
}

TEST(ControlFlow, NestedIfs) {
    EXPECT_EQ(
        printed(entryOf("@%p1 bra outer;\n@%p2 bra inner;\nmov.u32 %r1, 1;\ninner: mov.u32 %r2, 1;\nouter: ret;")),
        "0-1 -> 1 4 | 4\n"
        "1-2 -> 2 3 | 3\n"
        "2-3 -> 3 | 3\n"
        "3-4 -> 4 | 4\n"
        "4-5 -> 5 | 5\n");
}

TEST(ControlFlow, LoopWithABreakInIt) {
    EXPECT_EQ(
        printed(entryOf("top: add.s32 %r1, %r1, 1;\n@%p1 bra out;\nadd.s32 %r2, %r2, 1;\n@%p2 bra top;\nout: ret;")),
        "0-2 -> 1 2 | 2\n"
        "2-4 -> 2 0 | 2\n"
        "4-5 -> 3 | 3\n");
}

TEST(ControlFlow, NestedLoops) {
    EXPECT_EQ(printed(entryOf("a: mov.u32 %r1, 0;\nb: add.s32 %r1, %r1, 1;\n@%p1 bra b;\n@%p2 bra a;\nret;")),
              "0-1 -> 1 | 1@1\n"
              "1-3 -> 2 1 | 2@1\n"
              "3-4 -> 3 0 | 3\n"
              "4-5 -> 4 | 4\n");
}

TEST(ControlFlow, AGuardedReturnLeavesAndGoesOn) {
    EXPECT_EQ(printed(entryOf("@%p1 ret;\nmov.u32 %r1, 1;\nret;")), "0-1 -> 1 2 | 2\n1-3 -> 2 | 2\n");
}

TEST(ControlFlow, WhoReturnsFromWithinALoopIsNotWaitedFor) {
    EXPECT_EQ(printed(entryOf("@%p1 bra end;\ntop: add.s32 %r1, %r1, 1;\n@%p2 bra end;\nadd.s32 %r2, %r2, 1;\n"
                              "@%p3 bra top;\nmov.u32 %r3, 1;\nend: ret;")),
              "0-1 -> 1 4 | 4\n"  // all are here: it makes no difference to them
              "1-3 -> 2 4 | 2@1\n"
              "3-5 -> 3 1 | 3\n"
              "5-6 -> 4 | 4\n"
              "6-7 -> 5 | 5\n");
}

TEST(ControlFlow, WhoContinuesMeetsInTheLoopAndWhoBreaksBehindIt) {
    EXPECT_EQ(printed(entryOf("top: add.s32 %r1, %r1, 1;\n@%p1 bra next;\n@%p2 bra out;\nadd.s32 %r2, %r2, 1;\n"
                              "next: add.s32 %r3, %r3, 1;\n@%p3 bra top;\nout: mov.u32 %r3, 1;\nret;")),
              "0-2 -> 1 3 | 3@1 4\n"
              "2-3 -> 2 4 | 4\n"
              "3-4 -> 3 | 3@1\n"
              "4-6 -> 4 0 | 4\n"
              "6-8 -> 5 | 5\n");
}

TEST(ControlFlow, LanesThatGoOnAtDifferentPlacesMeetWhenTheLoopBeginsAnew) {
    // All come to block 1 some time, but not in the same round.
    EXPECT_EQ(printed(entryOf("top: add.s32 %r1, %r1, 1;\n@%p1 bra other;\n@%p2 bra out;\nbra top;\n"
                              "other: add.s32 %r3, %r3, 1;\nbra top;\nout: mov.u32 %r3, 1;\nret;")),
              "0-2 -> 1 3 | 0@1 4\n"
              "2-3 -> 2 4 | 4\n"
              "3-4 -> 0 | 0@1\n"
              "4-6 -> 0 | 0@1\n"
              "6-8 -> 5 | 5\n");
}

TEST(ControlFlow, WaysOutOfTwoLoopsAtOnce) {
    // 0 a, 1 b: to d, out | 2: | 3 c: to b, | 4 d: to a, | 5 out
    EXPECT_EQ(printed(entryOf("a: mov.u32 %r1, 0;\nb: @%p1 bra c;\n@%p2 bra d;\n@%p3 bra out;\nadd.s32 %r1, %r1, 1;\n"
                              "c: @%p4 bra b;\nd: @%p1 bra a;\nout: mov.u32 %r3, 1;\nret;")),
              "0-1 -> 1 | 1@1\n"
              "1-2 -> 2 5 | 5@2 6@1 7\n"
              "2-3 -> 3 6 | 6@1 7\n"
              "3-4 -> 4 7 | 7\n"
              "4-5 -> 5 | 5@2\n"
              "5-6 -> 6 1 | 6@1 7\n"
              "6-7 -> 7 0 | 7\n"
              "7-9 -> 8 | 8\n");
}

TEST(ControlFlow, LoopsWithinLoopsAreAnalysedToADepth) {
    std::string body;
    for (int i = 0; i < 20000; ++i) body += "a" + std::to_string(i) + ": add.s32 %r1, %r1, 1;\n";
    for (int i = 20000; i-- > 0;) body += "@%p1 bra a" + std::to_string(i) + ";\n";
    const Entry entry = entryOf(body + "ret;");
    std::size_t deepest = 0;
    for (const BasicBlock& block : entry.blocks)
        for (const Meeting& meeting : block.meetings) deepest = std::max<std::size_t>(deepest, meeting.depth);
    EXPECT_EQ(deepest, 64U);
}

TEST(ControlFlow, WhoReturnsFromOneArmIsNotWaitedFor) {
    EXPECT_EQ(printed(entryOf("@%p1 bra other;\n@%p2 ret;\nmov.u32 %r1, 1;\nbra join;\n"
                              "other: mov.u32 %r1, 2;\njoin: mov.u32 %r2, 1;\nret;")),
              "0-1 -> 1 3 | 4\n"
              "1-2 -> 2 5 | 2\n"
              "2-4 -> 4 | 4\n"
              "4-5 -> 4 | 4\n"
              "5-7 -> 5 | 5\n");
}

TEST(ControlFlow, ALoopThatLanesOnlyReturnFromEndsAtTheExit) {
    EXPECT_EQ(printed(entryOf("top: add.s32 %r1, %r1, 1;\n@%p1 bra end;\nbra top;\nend: ret;")),
              "0-2 -> 1 2 | 2\n"
              "2-3 -> 0 | 0@1\n"
              "3-4 -> 3 | 3\n");
}

TEST(ControlFlow, WhoHasPartedBeforeTheLastLoopMeetsBeforeIt) {
    // From the first loop some return, the others go on to a second one, behind which the kernel ends.
    EXPECT_EQ(printed(entryOf("@%p1 bra second;\nfirst: add.s32 %r1, %r1, 1;\n@%p2 bra end;\nadd.s32 %r2, %r2, 1;\n"
                              "@%p3 bra first;\nsecond: mov.u32 %r3, 1;\nlast: add.s32 %r3, %r3, 1;\n@%p4 bra last;\n"
                              "end: ret;")),
              "0-1 -> 1 3 | 3\n"
              "1-3 -> 2 5 | 2@1\n"
              "3-5 -> 3 1 | 3\n"
              "5-6 -> 4 | 4\n"
              "6-8 -> 5 4 | 5\n"
              "8-9 -> 6 | 6\n");
}

TEST(ControlFlow, AFunctionWaitsForWhoReturns) {
    const Result<Module> module =
        parse(std::string(kHead) + ".func f()\n{\n" + kRegisters +
                  "top: add.s32 %r1, %r1, 1;\n@%p1 bra end;\n@%p2 bra top;\nmov.u32 %r2, 1;\nend: ret;\n}\n"
                  ".visible .entry k()\n{\ncall f;\nret;\n}\n",
              "test.ptx");
    ASSERT_TRUE(module.has_value()) << describe(module.error());
    EXPECT_EQ(printed(module->entries.at(0)),
              "0-1 -> 1 | 1\n"
              "1-2 -> 6 | 6\n"
              "2-4 -> 3 5 | 5\n"
              "4-5 -> 4 2 | 5\n"
              "5-6 -> 5 | 5\n"
              "6-7 -> 6 | 6\n");
}

TEST(ControlFlow, AnEndlessLoopIsItsOwnMeeting) {
    EXPECT_EQ(printed(entryOf("@%p1 bra out;\nforever: bra forever;\nout: ret;")),
              "0-1 -> 1 2 | 2\n"
              "1-2 -> 1 | 1@1\n"
              "2-3 -> 3 | 3\n");
}

TEST(ControlFlow, BlocksAreFoundByInstruction) {
    const Entry entry = entryOf("mov.u32 %r1, 1;\n@%p1 bra end;\nmov.u32 %r1, 2;\nend: ret;");
    EXPECT_EQ(entry.blockOf(0), 0U);
    EXPECT_EQ(entry.blockOf(1), 0U);
    EXPECT_EQ(entry.blockOf(2), 1U);
    EXPECT_EQ(entry.blockOf(3), 2U);
    EXPECT_EQ(entry.blockOf(4), 3U);
}

/// The definition itself: are there only ways through `through` from a block to where lanes that stay in `depth` of the
/// loops around it can get to: the exit, or a new round of the innermost of those loops? By deleting `through`.
bool cannotBeAvoided(const Entry& entry, const Loops& loops, std::uint32_t from, std::uint32_t through,
                     std::uint32_t depth) {
    const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
    std::uint32_t loop = exit == 0 ? Loops::kNone : loops.around(from);
    while (loop != Loops::kNone && loops.all()[loop].depth > depth) loop = loops.all()[loop].parent;
    const std::uint32_t end = loop == Loops::kNone ? exit : loops.all()[loop].header;
    std::vector<bool> seen(exit + 1, false);
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        for (const std::uint32_t s : block == exit ? std::vector<std::uint32_t>{} : entry.blocks[block].successors) {
            if (s == through) continue;
            if (s == end) return false;
            if (!seen[s] && loops.commonDepth(from, s) >= depth) open.push_back(s);
            seen[s] = true;
        }
    }
    return true;
}

TEST(ControlFlow, AgreesWithTheDefinitionOnCompiledCode) {
    const Result<Module> module = parse(dataFile("nested.ptx"), "nested.ptx");
    ASSERT_TRUE(module.has_value());
    for (const Entry& entry : module->entries) {
        const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
        Edges edges;
        for (const BasicBlock& block : entry.blocks) edges.push_back(block.successors);
        edges.emplace_back();
        const Loops loops(edges);
        for (std::uint32_t b = 0; b < exit; ++b) {
            std::uint32_t outer = Loops::kDeepest + 1;
            for (const Meeting& meeting : entry.blocks[b].meetings) {
                EXPECT_TRUE(cannotBeAvoided(entry, loops, b, meeting.block, meeting.depth))
                    << b << " " << meeting.block;
                EXPECT_LT(meeting.depth, outer);
                EXPECT_LE(meeting.depth, loops.depthOf(b));
                outer = meeting.depth;
            }
            // Every other block that cannot be avoided comes after the last.
            const std::uint32_t found = entry.blocks[b].meetings.back().block;
            for (std::uint32_t other = 0; other < exit; ++other) {
                if (other == b || other == found || !cannotBeAvoided(entry, loops, b, other, 0)) continue;
                EXPECT_TRUE(found != exit && cannotBeAvoided(entry, loops, found, other, 0)) << b << " " << other;
            }
        }
    }
}

}  // namespace
}  // namespace lanescope::ptx
