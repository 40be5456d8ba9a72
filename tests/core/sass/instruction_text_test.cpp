// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/instruction_text.h"

#include <gtest/gtest.h>

namespace lanescope::sass {
namespace {

Instruction read(std::string_view text, Encoding encoding = {}) {
    const std::optional<Instruction> instruction = instructionFromText(text, encoding);
    EXPECT_TRUE(instruction) << text;
    return instruction.value_or(Instruction{});
}

Operand only(std::string_view text, Encoding encoding = {}) {
    const Instruction instruction = read("FADD " + std::string(text), encoding);
    EXPECT_EQ(instruction.operands.size(), 1U) << text;
    return instruction.operands.empty() ? Operand{} : instruction.operands.front();
}

TEST(InstructionText, HasGuardOpcodeModifiersAndOperands) {
    const Instruction instruction = read("@!UP0 IMAD.WIDE.U32 R2, R9.reuse, 0x4, RZ ");
    EXPECT_EQ(instruction.text, "@!UP0 IMAD.WIDE.U32 R2, R9.reuse, 0x4, RZ");
    EXPECT_EQ(instruction.guard, (Guard{.uniform = true, .negated = true, .number = 0}));
    EXPECT_EQ(instruction.opcode, "IMAD");
    EXPECT_EQ(instruction.modifiers, (std::vector<std::string>{"WIDE", "U32"}));
    ASSERT_EQ(instruction.operands.size(), 4U);
    EXPECT_EQ(instruction.operands[0].number, 2);
    EXPECT_TRUE(instruction.operands[1].reuse);
    EXPECT_TRUE(instruction.operands[1].modifiers.empty());
    EXPECT_EQ(instruction.operands[2].kind, OperandKind::Immediate);
    EXPECT_EQ(instruction.operands[2].value, 4);
    EXPECT_EQ(instruction.operands[3].kind, OperandKind::Register);
    EXPECT_EQ(instruction.operands[3].number, kFixed);
}

TEST(InstructionText, ReadsSignsOfOperands) {
    const Operand both = only("-|R3|.reuse");
    EXPECT_TRUE(both.negated && both.absolute && both.reuse);
    EXPECT_EQ(both.number, 3);
    const Operand half = only("|R7.H1_H1|");
    EXPECT_TRUE(half.absolute);
    EXPECT_EQ(half.modifiers, std::vector<std::string>{"H1_H1"});
    EXPECT_TRUE(only("~R2").inverted);
    const Operand constant = only("-c[0x0][0x160]");
    EXPECT_EQ(constant.kind, OperandKind::Constant);
    EXPECT_TRUE(constant.negated);
    EXPECT_EQ(constant.number, 0);
    EXPECT_EQ(constant.address.offset, 0x160);
    const Operand never = only("!PT");
    EXPECT_EQ(never.kind, OperandKind::Predicate);
    EXPECT_TRUE(never.negated);
    EXPECT_EQ(never.number, kFixed);
}

TEST(InstructionText, ReadsPlacesInMemory) {
    EXPECT_EQ(only("[R2.64+UR4+-0x10]").address, (Address{.base = 2, .uniform = 4, .wide = true, .offset = -16}));
    EXPECT_EQ(only("[R0.X8+0x80]").address, (Address{.base = 0, .scale = 8, .offset = 128}));
    EXPECT_EQ(only("desc[UR6][R2.64]").address, (Address{.base = 2, .descriptor = 6, .wide = true}));
    EXPECT_EQ(only("[UR5+0x4]").address, (Address{.uniform = 5, .offset = 4}));
    EXPECT_EQ(only("[0x400]").address, (Address{.offset = 0x400}));
    EXPECT_EQ(only("c[0x2][R3+0x18]").address, (Address{.base = 3, .offset = 0x18}));
    EXPECT_EQ(only("cx[UR4][0x20]").address, (Address{.descriptor = 4, .offset = 0x20}));
    EXPECT_EQ(only("[R1.NEW]").kind, OperandKind::Other);
}

TEST(InstructionText, TakesFloatsWholeFromTheEncoding) {
    EXPECT_EQ(only("0.1", {.low = 0x3dcccccd'00000000}).value, 0x3dcccccd);
    const Instruction twice = read("DADD R2, R4, +INF ", {.low = 0x7ff00000'00000000});
    EXPECT_EQ(twice.operands[2].kind, OperandKind::FloatImmediate);
    EXPECT_EQ(static_cast<std::uint64_t>(twice.operands[2].value), 0x7ff00000'00000000);
    const Instruction halves = read("HFMA2.MMA R5, -RZ, RZ, 1.9609375, 0", {.low = 0x3fd80000'ff0d7435});
    EXPECT_EQ(halves.operands[3].value, 0x3fd8);
    EXPECT_EQ(halves.operands[4].value, 0);
}

TEST(InstructionText, KnowsWhereJumpsLead) {
    const Instruction back = read("RET.REL.NODEC R20 `(_Z1kPfid)");
    ASSERT_EQ(back.operands.size(), 2U);
    EXPECT_EQ(back.operands[1].kind, OperandKind::Target);
    EXPECT_EQ(back.operands[1].name, "_Z1kPfid");
    const Instruction table = read("BRX R2 -0xf00      (*\"BRANCH_TARGETS .L_x_26,.L_x_27\"*)");
    ASSERT_EQ(table.operands.size(), 4U);
    EXPECT_EQ(table.operands[1].value, -0xf00);
    EXPECT_EQ(table.operands[2].name, ".L_x_26");
    EXPECT_EQ(table.operands[3].name, ".L_x_27");
    EXPECT_EQ(table.text, "BRX R2 -0xf00");
}

TEST(InstructionText, WithoutAnOpcodeIsNone) {
    for (const char* text : {"", "   ", "@P0", "@R2 EXIT", "0x10", ", , ,", "@"})
        EXPECT_FALSE(instructionFromText(text, {})) << text;
}

TEST(ControlCodes, AreReadFromTheirBits) {
    // LDG.E R3, desc[UR4][R2.64] of vector.add for sm_90
    EXPECT_EQ(
        controlOf({.low = 0x0000000402037981, .high = 0x000ee2000c1e1900}),
        (Control{.stall = 1, .yields = false, .writeScoreboard = 3, .readScoreboard = 7, .waits = 0, .reuse = 0}));
    // IADD3 R9, R4, R3, RZ, which waits for it
    EXPECT_EQ(
        controlOf({.low = 0x0000000304097210, .high = 0x008fca0007ffe0ff}),
        (Control{.stall = 5, .yields = true, .writeScoreboard = 7, .readScoreboard = 7, .waits = 0b1000, .reuse = 0}));
    EXPECT_EQ(withoutControl({.low = 1, .high = 0x008fca0007ffe0ff}), (Encoding{.low = 1, .high = 0x0000000007ffe0ff}));
}

}  // namespace
}  // namespace lanescope::sass
