// SPDX-License-Identifier: GPL-3.0-or-later
// ptxas takes modifiers in any order, as long as types come in theirs and what belongs to the mnemonic comes first;
// data/modifier_orders.txt has orders that it was asked about (CUDA 13.0, sm_90), where all gave the same machine code.
#include <map>
#include <sstream>
#include <tuple>

#include "core/ptx/mnemonic.h"
#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

/// All that a mnemonic says.
auto fieldsOf(const Mnemonic& mnemonic) {
    const Instruction& i = mnemonic.prototype;
    return std::tuple(
        std::tuple(mnemonic.operands, mnemonic.secondDestination, mnemonic.optional),
        std::tuple(i.opcode, i.type, i.sourceType, i.space, i.comparison, i.boolOp, i.rounding, i.part, i.atomOp,
                   i.shflMode, i.voteMode, i.matchMode, i.barMode, i.prmtMode, i.testpMode, i.mbarrierOp),
        std::tuple(i.aligned, i.carryIn, i.carryOut, i.shiftAmount, i.relu, i.accumulates, i.nan, i.isVolatile,
                   i.zeroFill, i.parity, i.noIncrement, i.ftz, i.saturate, i.uniform, i.shiftRight, i.shiftWrap,
                   i.cvtaToSpace, i.vectorSize));
}

TEST(ModifierOrders, ThoseThatPtxasTakesAreOneInstruction) {
    const Result<std::string> text = readFile(LANESCOPE_SOURCE_DIR "/tests/core/ptx/data/modifier_orders.txt");
    ASSERT_TRUE(text);
    std::istringstream lines(*text);
    std::size_t orders = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream words(line);
        std::string usual;
        words >> usual;
        const auto wanted = decodeMnemonic(usual);
        ASSERT_TRUE(wanted) << usual;
        for (std::string order; words >> order; ++orders) {
            const auto found = decodeMnemonic(order);
            ASSERT_TRUE(found) << order << " is " << usual;
            EXPECT_EQ(fieldsOf(*found), fieldsOf(*wanted)) << order << " is " << usual;
        }
    }
    EXPECT_GT(orders, 600U);
}

TEST(ModifierOrders, TypesTellWhichIsWhich) {
    EXPECT_EQ(decodeMnemonic("cvt.f32.rn.s32")->prototype.type, Type::F32);
    EXPECT_EQ(decodeMnemonic("cvt.f32.rn.s32")->prototype.sourceType, Type::S32);
    EXPECT_FALSE(decodeMnemonic("cvt.rn.s32.f32"));
    EXPECT_FALSE(decodeMnemonic("slct.s32.u64"));
    EXPECT_EQ(decodeMnemonic("dp4a.u32.s32")->prototype.type, Type::U32);
    EXPECT_EQ(decodeMnemonic("dp4a.s32.u32")->prototype.type, Type::S32);
}

TEST(ModifierOrders, WhatCannotBeLeftAwayOrStandTwice) {
    for (const char* text : {"vote.ballot.b32",
                             "vote.sync.sync.ballot.b32",
                             "shfl.idx.b32",
                             "match.any.b32",
                             "match.sync.b32",
                             "match.any.all.sync.b32",
                             "redux.add.u32",
                             "elect",
                             "shf.l.b32",
                             "shf.wrap.l.b32",
                             "shf.l.wrap.clamp.b32",
                             "bmsk.b32",
                             "szext.clamp.wrap.u32",
                             "cp.async.shared.global",
                             "cp.async.ca.global.shared",
                             "cp.async.ca.cg.shared.global",
                             "cp.async.ca.shared",
                             "cp.async.ca.shared.global.global",
                             "mbarrier.arrive.noComplete.noComplete.shared.b64",
                             "add.ftz.ftz.f32",
                             "vabsdiff4.u32.u32.u32.add.add"})
        EXPECT_FALSE(decodeMnemonic(text)) << text;
}

TEST(ModifierOrders, AccessesMayHaveVectorsOfOne) {
    EXPECT_EQ(instructionOf("st.shared.u8 [%r1], {%r2};").sources[1].kind, Operand::Kind::Register);
    EXPECT_EQ(instructionOf("ld.global.f32 {%f1}, [%rd1];").destination.kind, Operand::Kind::Register);
    EXPECT_NE(complaintAbout(withBody("add.u32 {%r1}, %r2, %r3;")), "");
    EXPECT_NE(complaintAbout(withBody("ld.global.f32 {%f1, %f2}, [%rd1];")), "");
}

TEST(ModifierOrders, BlanksMayStandBeforeModifiers) {
    EXPECT_EQ(instructionOf("add .rn\n.ftz .f32 %f1, %f2, %f3;").rounding, Rounding::Rn);
    EXPECT_EQ(instructionOf("vote.sync .ballot /* of all */ .b32 %r1, %p1, -1;").voteMode, VoteMode::Ballot);
    EXPECT_EQ(instructionOf("@%p1 ld .global .v2 .f32 {%f1, %f2}, [%rd1];").vectorSize, 2);
    EXPECT_EQ(instructionOf("mov .u32 %r1, %tid .x;").sources[0].special, SpecialRegister::Tid);
    EXPECT_EQ(complaintAbout(withBody("ret\n.loc 1 2 3\nadd.s32 %r1, %r1, 1;")),
              "test.ptx, line 14: expected \";\" but found \".loc\" in \"ret .loc 1 2 3\".");
}

}  // namespace
}  // namespace lanescope::ptx
