// SPDX-License-Identifier: GPL-3.0-or-later
// Basic blocks and post-dominators on the shapes that compilers make.
#include "core/ptx/cfg.h"

#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

/// "0-2 -> 1 2 | 4" a line: instructions, successors, immediate post-dominator.
std::string printed(const Entry& entry) {
    std::string text;
    for (const BasicBlock& block : entry.blocks) {
        text += std::to_string(block.first) + "-" + std::to_string(block.end) + " ->";
        for (std::uint32_t s : block.successors) text += " " + std::to_string(s);
        text += " | " + std::to_string(block.immediatePostDominator) + "\n";
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
              "0-1 -> 1 | 1\n"
              "1-3 -> 2 1 | 2\n"
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
              "1-3 -> 2 4 | 2\n"
              "3-5 -> 3 1 | 3\n"
              "5-6 -> 4 | 4\n"
              "6-7 -> 5 | 5\n");
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
              "2-3 -> 0 | 0\n"
              "3-4 -> 3 | 3\n");
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

TEST(ControlFlow, AnEndlessLoopHasTheExitAsPostDominator) {
    EXPECT_EQ(printed(entryOf("@%p1 bra out;\nforever: bra forever;\nout: ret;")),
              "0-1 -> 1 2 | 2\n"
              "1-2 -> 1 | 3\n"
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

/// The definition itself, by deleting a block and looking whether the exit can still be reached.
bool reachesExitWithout(const Entry& entry, std::uint32_t from, std::uint32_t removed) {
    const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
    std::vector<bool> seen(exit + 1, false);
    std::vector<std::uint32_t> open{from};
    seen[from] = true;
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        if (block == exit) return true;
        for (std::uint32_t s : entry.blocks[block].successors)
            if (s != removed && !seen[s]) {
                seen[s] = true;
                open.push_back(s);
            }
    }
    return false;
}

TEST(ControlFlow, AgreesWithTheDefinitionOnCompiledCode) {
    const Result<Module> module = parse(dataFile("nested.ptx"), "nested.ptx");
    ASSERT_TRUE(module.has_value());
    for (const Entry& entry : module->entries) {
        const auto exit = static_cast<std::uint32_t>(entry.blocks.size());
        for (std::uint32_t b = 0; b < exit; ++b) {
            const std::uint32_t found = entry.blocks[b].immediatePostDominator;
            EXPECT_TRUE(found == exit || !reachesExitWithout(entry, b, found)) << b << " can avoid " << found;
            // Every other block that cannot be avoided comes after the immediate one.
            for (std::uint32_t other = 0; other < exit; ++other) {
                if (other == b || other == found || reachesExitWithout(entry, b, other)) continue;
                EXPECT_TRUE(found != exit && !reachesExitWithout(entry, found, other)) << b << " " << other;
            }
        }
    }
}

}  // namespace
}  // namespace lanescope::ptx
