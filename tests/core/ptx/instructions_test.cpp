// SPDX-License-Identifier: GPL-3.0-or-later
// Each form of instruction that nvcc writes, as the fields that the engine reads.
#include "tests/core/ptx/text.h"

namespace lanescope::ptx {
namespace {

using namespace test;

TEST(Instructions, NamesAreThoseOfPtx) {
    EXPECT_EQ(nameOf(Opcode::Add), "add");
    EXPECT_EQ(nameOf(Opcode::Sad), "sad");
    EXPECT_EQ(nameOf(Opcode::Setp), "setp");
    EXPECT_EQ(nameOf(Opcode::Membar), "membar");
    EXPECT_EQ(nameOf(Opcode::Shfl), "shfl");
    EXPECT_EQ(nameOf(Opcode::BarWarp), "bar.warp");
    EXPECT_EQ(nameOf(Type::S16), "s16");
    EXPECT_EQ(nameOf(Space::Const), "const");
    EXPECT_EQ(bitsOf(Type::Pred), 1U);
    EXPECT_EQ(bitsOf(Type::U64), 64U);
    EXPECT_EQ(bitsOf(Type::B8), 8U);
}

TEST(Instructions, OperandsAreInPtxOrder) {
    const Entry entry = entryOf("fma.rn.f32 %f1, %f2, %f3, %f4;");
    const Instruction& fma = entry.instructions.at(0);
    EXPECT_EQ(fma.opcode, Opcode::Fma);
    EXPECT_EQ(fma.type, Type::F32);
    EXPECT_EQ(fma.rounding, Rounding::Rn);
    EXPECT_EQ(fma.sourceCount, 3);
    EXPECT_EQ(entry.registers[fma.destination.reg].name, "%f1");
    EXPECT_EQ(entry.registers[fma.sources[0].reg].name, "%f2");
    EXPECT_EQ(entry.registers[fma.sources[2].reg].name, "%f4");
    EXPECT_EQ(fma.line, kBodyLine);
    EXPECT_EQ(fma.guard, kNoRegister);
}

TEST(Instructions, Guards) {
    const Entry entry = entryOf("@%p1 add.s32 %r1, %r2, 1;\n@!%p2 exit;");
    EXPECT_EQ(entry.registers[entry.instructions[0].guard].name, "%p1");
    EXPECT_FALSE(entry.instructions[0].guardNegated);
    EXPECT_EQ(entry.registers[entry.instructions[1].guard].name, "%p2");
    EXPECT_TRUE(entry.instructions[1].guardNegated);
}

TEST(Instructions, ModifiersOfArithmetic) {
    EXPECT_EQ(instructionOf("mul.wide.s32 %rd1, %r1, 4;").part, Part::Wide);
    EXPECT_EQ(instructionOf("mul.hi.u32 %r1, %r2, %r3;").part, Part::Hi);
    EXPECT_EQ(instructionOf("mad.lo.s32 %r1, %r2, %r3, %r4;").part, Part::Lo);
    EXPECT_EQ(instructionOf("mad.wide.u32 %rd1, %r2, %r3, %rd4;").type, Type::U32);
    EXPECT_TRUE(instructionOf("add.sat.s32 %r1, %r2, %r3;").saturate);
    EXPECT_TRUE(instructionOf("add.rz.ftz.f32 %f1, %f2, %f3;").ftz);
    EXPECT_EQ(instructionOf("add.rz.f32 %f1, %f2, %f3;").rounding, Rounding::Rz);
    EXPECT_EQ(instructionOf("div.rn.f64 %fd1, %fd2, %fd3;").rounding, Rounding::Rn);
    EXPECT_EQ(instructionOf("div.full.f32 %f1, %f2, %f3;").rounding, Rounding::Full);
    EXPECT_EQ(instructionOf("rsqrt.approx.ftz.f32 %f1, %f2;").rounding, Rounding::Approx);
    EXPECT_EQ(instructionOf("popc.b64 %r1, %rd1;").opcode, Opcode::Popc);
    EXPECT_EQ(instructionOf("bfi.b32 %r1, %r2, %r3, 4, 8;").sourceCount, 4);
    EXPECT_EQ(instructionOf("lop3.b32 %r1, %r2, %r3, %r4, 0xE8;").sources[3].bits, 0xE8U);
    EXPECT_EQ(instructionOf("shl.b64 %rd1, %rd2, %r3;").sources[1].kind, Operand::Kind::Register);
}

TEST(Instructions, FunnelShiftsHaveDirectionAndMode) {
    const Instruction left = instructionOf("shf.l.wrap.b32 %r1, %r2, %r3, 5;");
    EXPECT_FALSE(left.shiftRight);
    EXPECT_TRUE(left.shiftWrap);
    const Instruction right = instructionOf("shf.r.clamp.b32 %r1, %r2, %r3, %r4;");
    EXPECT_TRUE(right.shiftRight);
    EXPECT_FALSE(right.shiftWrap);
}

TEST(Instructions, Comparisons) {
    const Instruction plain = instructionOf("setp.geu.f32 %p1, %f1, 0f3F800000;");
    EXPECT_EQ(plain.comparison, Comparison::Geu);
    EXPECT_EQ(plain.destination2.kind, Operand::Kind::None);
    const Instruction both = instructionOf("setp.lo.and.u32 %p1|%p2, %r1, %r2, %p3;");
    EXPECT_EQ(both.comparison, Comparison::Lo);
    EXPECT_EQ(both.boolOp, BoolOp::And);
    EXPECT_EQ(both.sourceCount, 3);
    EXPECT_EQ(both.destination2.kind, Operand::Kind::Register);
    const Instruction set = instructionOf("set.gt.u32.f32 %r1, %f1, %f2;");
    EXPECT_EQ(set.type, Type::U32);
    EXPECT_EQ(set.sourceType, Type::F32);
    EXPECT_EQ(instructionOf("selp.f64 %fd1, %fd2, 0d3FF0000000000000, %p1;").sources[1].bits, 0x3FF0000000000000U);
    EXPECT_EQ(instructionOf("slct.f32.s32 %f1, %f2, %f3, %r1;").sourceType, Type::S32);
}

TEST(Instructions, Conversions) {
    const Instruction round = instructionOf("cvt.rzi.s64.f32 %rd1, %f1;");
    EXPECT_EQ(round.type, Type::S64);
    EXPECT_EQ(round.sourceType, Type::F32);
    EXPECT_EQ(round.rounding, Rounding::Rzi);
    EXPECT_TRUE(instructionOf("cvt.sat.f32.f32 %f1, %f2;").saturate);
    EXPECT_EQ(instructionOf("cvt.u32.u8 %r1, %r2;").sourceType, Type::U8);
    EXPECT_EQ(instructionOf("cvt.s32.s16 %r1, %h2;").sourceType, Type::S16);
    EXPECT_EQ(instructionOf("cvt.rn.f32.f64 %f1, %fd2;").rounding, Rounding::Rn);
    const Instruction to = instructionOf("cvta.to.global.u64 %rd1, %rd2;");
    EXPECT_TRUE(to.cvtaToSpace);
    EXPECT_EQ(to.space, Space::Global);
    EXPECT_FALSE(instructionOf("cvta.shared.u64 %rd1, %rd2;").cvtaToSpace);
}

TEST(Instructions, LoadsAndStores) {
    const Instruction load = instructionOf("ld.global.nc.f32 %f1, [%rd1+-8];");
    EXPECT_EQ(load.space, Space::Global);
    EXPECT_EQ(load.sources[0].kind, Operand::Kind::Address);
    EXPECT_EQ(load.sources[0].offset, -8);
    EXPECT_EQ(load.destination.kind, Operand::Kind::Register);
    const Instruction store = instructionOf("st.volatile.shared.u32 [tile+12], %r1;");
    EXPECT_EQ(store.space, Space::Shared);
    EXPECT_EQ(store.sources[0].symbol, 0U);
    EXPECT_EQ(store.sources[0].offset, 12);
    EXPECT_EQ(store.sources[1].kind, Operand::Kind::Register);
    const Instruction parameter = instructionOf("ld.param.u32 %r1, [n];");
    EXPECT_EQ(parameter.space, Space::Param);
    EXPECT_EQ(parameter.sources[0].symbol, 1U);
    EXPECT_EQ(instructionOf("ld.u8 %h1, [%rd1];").space, Space::Generic);
    EXPECT_EQ(instructionOf("st.global.cs.f32 [%rd1], 0f00000000;").sources[1].kind, Operand::Kind::Immediate);
    EXPECT_EQ(instructionOf("ld.global.L1::evict_last.b32 %r1, [%rd1];").type, Type::B32);
}

TEST(Instructions, VectorsHaveTheirRegistersInVector) {
    const Entry entry = entryOf("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16];");
    const Instruction& load = entry.instructions[0];
    EXPECT_EQ(load.vectorSize, 4);
    EXPECT_EQ(entry.registers[load.vector[3]].name, "%f4");
    EXPECT_EQ(load.sourceCount, 1);
    EXPECT_EQ(load.sources[0].offset, 16);
    const Instruction store = instructionOf("st.shared.v2.u32 [%r1], {%r2, %r3};");
    EXPECT_EQ(store.vectorSize, 2);
    EXPECT_EQ(store.sourceCount, 1);
    EXPECT_NE(store.vector[1], kNoRegister);
}

TEST(Instructions, Atomics) {
    const Instruction cas = instructionOf("atom.global.cas.b32 %r1, [%rd1], %r2, %r3;");
    EXPECT_EQ(cas.atomOp, AtomOp::Cas);
    EXPECT_EQ(cas.sourceCount, 3);
    const Instruction add = instructionOf("atom.shared.add.f64 %fd1, [%r1], %fd2;");
    EXPECT_EQ(add.atomOp, AtomOp::Add);
    EXPECT_EQ(add.space, Space::Shared);
    const Instruction red = instructionOf("red.relaxed.gpu.global.max.s32 [%rd1], 3;");
    EXPECT_EQ(red.opcode, Opcode::Red);
    EXPECT_EQ(red.destination.kind, Operand::Kind::None);
}

TEST(Instructions, BarriersAndWarpOperations) {
    EXPECT_EQ(instructionOf("bar.sync 0;").sourceCount, 1);
    EXPECT_EQ(instructionOf("bar.sync 1, 64;").sources[1].bits, 64U);
    EXPECT_EQ(instructionOf("bar.warp.sync -1;").sources[0].bits, ~0ULL);
    EXPECT_EQ(instructionOf("membar.gl;").opcode, Opcode::Membar);
    const Instruction shuffle = instructionOf("shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;");
    EXPECT_EQ(shuffle.shflMode, ShflMode::Bfly);
    EXPECT_EQ(shuffle.sourceCount, 4);
    EXPECT_EQ(shuffle.destination2.kind, Operand::Kind::Register);
    EXPECT_EQ(instructionOf("vote.sync.ballot.b32 %r1, %p1, -1;").voteMode, VoteMode::Ballot);
    EXPECT_EQ(instructionOf("vote.sync.any.pred %p1, %p2, %r1;").voteMode, VoteMode::Any);
    EXPECT_EQ(instructionOf("activemask.b32 %r1;").sourceCount, 0);
}

TEST(Instructions, CarriesAndSmallProducts) {
    const Instruction first = instructionOf("add.cc.u32 %r1, %r2, %r3;");
    EXPECT_TRUE(first.carryOut);
    EXPECT_FALSE(first.carryIn);
    const Instruction middle = instructionOf("subc.cc.s64 %rd1, %rd2, %rd3;");
    EXPECT_EQ(middle.opcode, Opcode::Sub);
    EXPECT_TRUE(middle.carryIn && middle.carryOut);
    const Instruction last = instructionOf("madc.hi.u32 %r1, %r2, %r3, %r4;");
    EXPECT_EQ(last.opcode, Opcode::Mad);
    EXPECT_TRUE(last.carryIn && !last.carryOut);
    EXPECT_EQ(last.part, Part::Hi);
    EXPECT_EQ(instructionOf("mad.hi.cc.u64 %rd1, %rd2, %rd3, %rd4;").carryOut, true);
    EXPECT_EQ(instructionOf("mad24.hi.sat.s32 %r1, %r2, %r3, %r4;").saturate, true);
    const Instruction dot = instructionOf("dp2a.hi.s32.u32 %r1, %r2, %r3, %r4;");
    EXPECT_EQ(dot.part, Part::Hi);
    EXPECT_EQ(dot.type, Type::S32);
    EXPECT_EQ(dot.sourceType, Type::U32);
}

TEST(Instructions, Halves) {
    EXPECT_EQ(instructionOf("fma.rn.relu.f16x2 %r1, %r2, %r3, %r4;").relu, true);
    EXPECT_EQ(instructionOf("add.ftz.sat.f16 %h1, %h2, %h3;").type, Type::F16);
    EXPECT_EQ(instructionOf("max.NaN.bf16x2 %r1, %r2, %r3;").nan, true);
    EXPECT_EQ(instructionOf("ex2.approx.ftz.bf16 %h1, %h2;").ftz, true);
    EXPECT_EQ(instructionOf("tanh.approx.f32 %f1, %f2;").opcode, Opcode::Tanh);
    EXPECT_EQ(instructionOf("setp.leu.f16x2 %p1|%p2, %r1, %r2;").destination2.kind, Operand::Kind::Register);
    const Instruction pair = instructionOf("cvt.rn.bf16x2.f32 %r1, %f1, %f2;");
    EXPECT_EQ(pair.sourceCount, 2);
    EXPECT_EQ(pair.type, Type::BF16x2);
    EXPECT_EQ(instructionOf("atom.global.add.noftz.f16x2 %r1, [%rd1], %r2;").type, Type::F16x2);
}

TEST(Instructions, BitsAndProperties) {
    EXPECT_TRUE(instructionOf("bfind.shiftamt.s64 %r1, %rd1;").shiftAmount);
    EXPECT_EQ(instructionOf("prmt.b32.rc16 %r1, %r2, %r3, %r4;").prmtMode, PrmtMode::Rc16);
    EXPECT_TRUE(instructionOf("bmsk.wrap.b32 %r1, %r2, 4;").shiftWrap);
    EXPECT_FALSE(instructionOf("szext.clamp.s32 %r1, %r2, 4;").shiftWrap);
    EXPECT_EQ(instructionOf("fns.b32 %r1, %r2, 0, -1;").sourceCount, 3);
    EXPECT_EQ(instructionOf("testp.subnormal.f64 %p1, %fd1;").testpMode, TestpMode::Subnormal);
    EXPECT_EQ(instructionOf("isspacep.shared %p1, %rd1;").space, Space::Shared);
    EXPECT_EQ(instructionOf("copysign.f64 %fd1, %fd2, %fd3;").opcode, Opcode::Copysign);
}

TEST(Instructions, PackedRegistersAndNegatedPredicates) {
    const Entry unpack = entryOf("mov.b64 {_, %r2}, %fd1;");
    EXPECT_EQ(unpack.instructions[0].vectorSize, 2);
    EXPECT_EQ(unpack.registers[unpack.instructions[0].vector[0]].name, "_");
    EXPECT_EQ(unpack.registers[unpack.instructions[0].vector[1]].name, "%r2");
    EXPECT_EQ(unpack.registers[unpack.instructions[0].sources[0].reg].name, "%fd1");
    EXPECT_EQ(unpack.instructions[0].destination.kind, Operand::Kind::None);
    const Instruction pack = instructionOf("mov.b64 %rd1, {%h1, %h2, %h3, %h4};");
    EXPECT_EQ(pack.vectorSize, 4);
    EXPECT_EQ(pack.sourceCount, 0);
    EXPECT_EQ(pack.destination.kind, Operand::Kind::Register);
    EXPECT_TRUE(instructionOf("setp.eq.and.s32 %p1|_, %r1, %r2, !%p2;").sources[2].negated);
    EXPECT_TRUE(instructionOf("vote.sync.all.pred %p1, !%p2, -1;").sources[0].negated);
    EXPECT_EQ(instructionOf("mov.u32 %r1, WARP_SZ;").sources[0].bits, 32U);
    EXPECT_EQ(instructionOf("mov.u32 %r1, %cluster_nctarank;").sources[0].bits, 1U);
    const Entry scoped = entryOf("{.reg.b32 f; mov.b32 f, 1;}");
    EXPECT_EQ(scoped.registers.back().name, "f");
}

TEST(Instructions, BarriersOfAllKinds) {
    const Instruction count = instructionOf("bar.red.popc.u32 %r1, 0, %r2, !%p1;");
    EXPECT_EQ(count.barMode, BarMode::RedPopc);
    EXPECT_EQ(count.sourceCount, 3);
    EXPECT_TRUE(count.sources[2].negated);
    EXPECT_TRUE(count.aligned);
    const Instruction any = instructionOf("barrier.cta.red.or.pred %p1, %r1, %p2;");
    EXPECT_EQ(any.barMode, BarMode::RedOr);
    EXPECT_EQ(any.sourceCount, 2);
    EXPECT_FALSE(any.aligned);
    EXPECT_TRUE(instructionOf("barrier.sync.aligned 0;").aligned);
    EXPECT_FALSE(instructionOf("barrier.sync %r1, %r2;").aligned);
    EXPECT_EQ(instructionOf("bar.arrive 3, 64;").barMode, BarMode::Arrive);
    EXPECT_EQ(instructionOf("mbarrier.init.shared.b64 [%r1], 5;").mbarrierOp, MbarrierOp::Init);
    EXPECT_EQ(instructionOf("mbarrier.arrive.release.cta.shared::cta.b64 _, [%r1];").sourceCount, 1);
    EXPECT_EQ(instructionOf("mbarrier.arrive_drop.noComplete.shared.b64 %rd1, [%r1], 1;").mbarrierOp,
              MbarrierOp::ArriveDropNoComplete);
    EXPECT_TRUE(instructionOf("mbarrier.test_wait.parity.shared.b64 %p1, [%r1], %r2;").parity);
    EXPECT_EQ(instructionOf("mbarrier.try_wait.shared.b64 %p1, [%r1], %rd2, 100;").sourceCount, 3);
    EXPECT_EQ(instructionOf("mbarrier.pending_count.b64 %r1, %rd1;").mbarrierOp, MbarrierOp::PendingCount);
}

TEST(Instructions, WarpOperationsAndCopies) {
    const Instruction all = instructionOf("match.all.sync.b64 %r1|%p1, %rd1, -1;");
    EXPECT_EQ(all.matchMode, MatchMode::All);
    EXPECT_EQ(all.destination2.kind, Operand::Kind::Register);
    EXPECT_EQ(instructionOf("redux.sync.max.s32 %r1, %r2, -1;").atomOp, AtomOp::Max);
    EXPECT_EQ(instructionOf("elect.sync _|%p1, -1;").destination2.kind, Operand::Kind::Register);
    EXPECT_EQ(instructionOf("nanosleep.u32 20;").sources[0].bits, 20U);
    const Instruction copy = instructionOf("cp.async.cg.shared.global.L2::128B [%r1+4], [%rd1], 16, %r2;");
    EXPECT_EQ(copy.vectorSize, 16);
    EXPECT_TRUE(copy.zeroFill);
    EXPECT_EQ(copy.sources[0].space, Space::Shared);
    EXPECT_EQ(copy.sources[1].space, Space::Global);
    EXPECT_EQ(copy.sourceCount, 3);
    EXPECT_EQ(instructionOf("cp.async.wait_group 1;").sources[0].bits, 1U);
    EXPECT_EQ(instructionOf("cp.async.wait_all;").sourceCount, 0);
    EXPECT_TRUE(instructionOf("cp.async.mbarrier.arrive.noinc.shared.b64 [%r1];").noIncrement);
    EXPECT_EQ(instructionOf("prefetch.global.L2::evict_last [%rd1];").opcode, Opcode::Prefetch);
    EXPECT_TRUE(instructionOf("ld.volatile.global.u32 %r1, [%rd1];").isVolatile);
}

TEST(Instructions, SpecialRegistersAndAddressesOfVariables) {
    const Instruction tid = instructionOf("mov.u32 %r1, %tid.y;");
    EXPECT_EQ(tid.sources[0].kind, Operand::Kind::Special);
    EXPECT_EQ(tid.sources[0].special, SpecialRegister::Tid);
    EXPECT_EQ(tid.sources[0].dimension, 1);
    EXPECT_EQ(instructionOf("mov.u32 %r1, %laneid;").sources[0].special, SpecialRegister::Laneid);
    EXPECT_EQ(instructionOf("mov.u64 %rd1, %clock64;").sources[0].special, SpecialRegister::Clock64);
    const Instruction converted = instructionOf("cvt.u64.u32 %rd1, %ctaid.x;");
    EXPECT_EQ(converted.sources[0].kind, Operand::Kind::Special);
    EXPECT_EQ(converted.sources[0].special, SpecialRegister::Ctaid);
    const Instruction symbol = instructionOf("mov.u32 %r1, tile+8;");
    EXPECT_EQ(symbol.sources[0].kind, Operand::Kind::Symbol);
    EXPECT_EQ(symbol.sources[0].space, Space::Shared);
    EXPECT_EQ(symbol.sources[0].offset, 8);
    EXPECT_EQ(instructionOf("mov.u32 %r1, %dynamic_smem_size;").sources[0].special, SpecialRegister::DynamicSmemSize);
    const Entry reserved = entryOf("mov.u32 %r1, %reserved_smem_offset_1;");
    EXPECT_EQ(reserved.shared.at(reserved.instructions[0].sources[0].symbol).shortName, "reserved");
    EXPECT_EQ(reserved.shared.at(0).size, 1024U);
}

TEST(Instructions, ImmediatesAreBitsOfTheOperandsType) {
    const auto bits = [](const std::string& text) { return instructionOf(text).sources[0].bits; };
    EXPECT_EQ(bits("mov.f32 %f1, 0f3F800000;"), 0x3F800000U);
    EXPECT_EQ(bits("mov.f32 %f1, 1.5;"), 0x3FC00000U);
    EXPECT_EQ(bits("mov.f32 %f1, -1.5;"), 0xBFC00000U);
    EXPECT_EQ(bits("mov.f64 %fd1, 0d400921FB54442D18;"), 0x400921FB54442D18U);
    EXPECT_EQ(bits("mov.u32 %r1, -1;"), ~0ULL);
    EXPECT_EQ(bits("mov.u32 %r1, 4294967295;"), ~0ULL);
    EXPECT_EQ(bits("mov.u32 %r1, 0x10;"), 16U);
    EXPECT_EQ(bits("mov.b32 %r1, 0f3F800000;"), 0x3F800000U);
    EXPECT_EQ(bits("mov.u16 %h1, 65535;"), ~0ULL);
    EXPECT_EQ(bits("mov.u64 %rd1, 18446744073709551615;"), ~0ULL);
    EXPECT_EQ(bits("mov.s64 %rd1, -9223372036854775808;"), 1ULL << 63);
    EXPECT_EQ(bits("mov.pred %p1, -1;"), 1U);
}

TEST(Instructions, BranchesPointAtInstructions) {
    const Entry entry =
        entryOf("again:\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 9;\n@%p1 bra again;\nbra.uni end;\nend:");
    EXPECT_EQ(entry.instructions[2].target, 0U);
    EXPECT_EQ(entry.instructions[3].target, 4U);
    EXPECT_TRUE(entry.instructions[3].uniform);
}

TEST(Instructions, LabelsAndRegistersOfScopesAreTheirOwn) {
    const Entry entry = entryOf(
        "{ .reg .b32 t; mov.u32 t, 1; bra L; L: mov.u32 %r1, t; }\n"
        "{ .reg .b64 t; mov.u64 t, 2; bra L; L: mov.u64 %rd1, t; bra out; }\n"
        "out: ret;");
    EXPECT_EQ(entry.instructions[1].target, 2U);
    EXPECT_EQ(entry.instructions[4].target, 5U);
    EXPECT_EQ(entry.instructions[6].target, 7U);
    EXPECT_NE(entry.instructions[0].destination.reg, entry.instructions[3].destination.reg);
}

}  // namespace
}  // namespace lanescope::ptx
