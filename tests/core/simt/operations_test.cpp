// SPDX-License-Identifier: GPL-3.0-or-later
// The rarer integer and bit instructions, carry chains, packed registers, and what lanes do together.
#include <map>

#include "tests/core/simt/evaluate.h"

namespace lanescope::simt {
namespace {

TEST(Sinks, ThereIsOneOfEachType) {
    // The types that come last, beside one that comes first.
    const std::string sinks =
        "add.u16x2 _, %r0, %r0;\nadd.s16x2 _, %r0, %r0;\nadd.bf16x2 _, %r0, %r0;\nadd.u32 _, %r0, 1;\n";
    EXPECT_EQ(r(sinks + "add.u16x2 %r9, 0x00020001, 0x00040003;"), 0x00060004U);
    const auto kernel = kernelOf(entryText(sinks + sinks + "ret;"));
    ASSERT_NE(kernel, nullptr);
    std::map<program::Type, int> count;
    for (const program::Register& reg : kernel->module->entries[0].registers)
        if (reg.name == "_") ++count[reg.type];
    EXPECT_EQ(count, (std::map<program::Type, int>{{program::Type::U16x2, 1},
                                                   {program::Type::S16x2, 1},
                                                   {program::Type::BF16x2, 1},
                                                   {program::Type::U32, 1}}));
}
TEST(Carry, RunsThroughAChain) {
    // (2^64 - 1) + 1 in two words of 32 bits, then what is carried out.
    const std::string ones = "mov.u32 %r1, -1;\nmov.u32 %r2, 0;\n";
    EXPECT_EQ(r(ones + "add.cc.u32 %r3, %r1, 1;\naddc.cc.u32 %r4, %r1, 0;\naddc.u32 %r9, %r2, 0;"), 1U);
    EXPECT_EQ(r(ones + "add.cc.u32 %r3, %r1, 1;\naddc.cc.u32 %r9, %r1, 0;"), 0U);
    EXPECT_EQ(r(ones + "add.cc.u32 %r3, %r2, 1;\naddc.u32 %r9, %r2, 0;"), 0U);
    // With a carry in, all ones plus all ones carries too.
    EXPECT_EQ(r(ones + "add.cc.u32 %r3, %r1, 1;\naddc.cc.u32 %r4, %r1, %r1;\naddc.u32 %r9, %r2, 0;"), 1U);
}
TEST(Carry, SubtractionBorrows) {
    const std::string zero = "mov.u32 %r1, 0;\n";
    EXPECT_EQ(r(zero + "sub.cc.u32 %r3, %r1, 1;\nsubc.u32 %r9, %r1, 0;"), 0xffffffffU);
    EXPECT_EQ(r(zero + "sub.cc.u32 %r3, %r1, 0;\nsubc.u32 %r9, %r1, 0;"), 0U);
    EXPECT_EQ(r(zero + "sub.cc.u32 %r3, %r1, 1;\nsubc.cc.u32 %r4, %r1, -1;\nsubc.u32 %r9, %r1, 0;"), 0xffffffffU);
}
TEST(Carry, ADifferenceThatBorrowsNothingCarries) {
    // What nvcc makes of a 128-bit division asks with addc whether subc.cc has borrowed.
    const std::string zero = "mov.u32 %r1, 0;\n";
    EXPECT_EQ(r(zero + "sub.cc.u32 %r3, %r1, 1;\naddc.u32 %r9, %r1, 0;"), 0U);
    EXPECT_EQ(r(zero + "sub.cc.u32 %r3, %r1, 0;\naddc.u32 %r9, %r1, 0;"), 1U);
    EXPECT_EQ(r(zero + "sub.cc.u32 %r3, %r1, 1;\nsubc.cc.u32 %r4, %r1, 0;\naddc.u32 %r9, %r1, 0;"), 0U);
    EXPECT_EQ(r(zero + "add.cc.u32 %r3, %r1, 1;\nsubc.u32 %r9, %r1, 0;"), 0xffffffffU);
}
TEST(Carry, ProductsOfTwoWords) {
    // 0xffffffffffffffff squared, the upper 64 bits, by 32-bit words as the PTX manual does it.
    const std::string squares =
        "mov.u32 %r1, -1;\nmul.lo.u32 %r2, %r1, %r1;\nmul.hi.u32 %r3, %r1, %r1;\nmad.lo.cc.u32 %r3, %r1, %r1, %r3;\n"
        "madc.hi.u32 %r4, %r1, %r1, 0;\nmad.lo.cc.u32 %r3, %r1, %r1, %r3;\nmadc.hi.cc.u32 %r4, %r1, %r1, %r4;\n"
        "addc.u32 %r5, 0, 0;\nmad.lo.cc.u32 %r4, %r1, %r1, %r4;\nmadc.hi.u32 %r5, %r1, %r1, %r5;\n";
    EXPECT_EQ(r(squares + "mov.u32 %r9, %r2;"), 1U);
    EXPECT_EQ(r(squares + "mov.u32 %r9, %r3;"), 0U);
    EXPECT_EQ(r(squares + "mov.u32 %r9, %r4;"), 0xfffffffeU);
    EXPECT_EQ(r(squares + "mov.u32 %r9, %r5;"), 0xffffffffU);
    EXPECT_EQ(d("mov.u64 %d1, -1;\nadd.cc.u64 %d2, %d1, %d1;\naddc.u64 %d9, 0, 5;"), 6U);
}
TEST(Carry, IsOfEachLane) {
    // Odd lanes carry.
    Trial run{.body = kAddressOfThread +
                      "and.b32 %r1, %r0, 1;\nsub.u32 %r2, 0, %r1;\nadd.cc.u32 %r3, %r2, 1;\naddc.u32 %r4, 0, 0;\n"
                      "st.global.u32 [%d1], %r4;\nret;"};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(result[lane], lane % 2) << lane;
}

TEST(Products, Of24BitsAndOfBytes) {
    EXPECT_EQ(r("mov.u32 %r1, 0xff123456;\nmul24.lo.u32 %r9, %r1, 3;"), 0x123456U * 3);
    EXPECT_EQ(r("mov.u32 %r1, 0x00ffffff;\nmul24.hi.u32 %r9, %r1, %r1;"),
              static_cast<std::uint32_t>((0xffffffULL * 0xffffff) >> 16));
    EXPECT_EQ(r("mov.s32 %r1, -2;\nmul24.lo.s32 %r9, %r1, 3;"), static_cast<std::uint32_t>(-6));
    EXPECT_EQ(r("mov.s32 %r1, 0x7fffff;\nmov.s32 %r2, 2147483647;\nmad24.hi.sat.s32 %r9, %r1, %r1, %r2;"), 0x7fffffffU);
    EXPECT_EQ(r("mov.u32 %r1, 0x01020304;\nmov.u32 %r2, 0x05060708;\ndp4a.u32.u32 %r9, %r1, %r2, 100;"),
              100U + 5 + 12 + 21 + 32);
    EXPECT_EQ(r("mov.u32 %r1, 0xff020304;\nmov.u32 %r2, 0x05060708;\ndp4a.s32.u32 %r9, %r1, %r2, 0;"),
              static_cast<std::uint32_t>(-5 + 12 + 21 + 32));
    EXPECT_EQ(r("mov.u32 %r1, 0x00020003;\nmov.u32 %r2, 0x05060708;\ndp2a.lo.u32.u32 %r9, %r1, %r2, 1;"), 1U + 14 + 24);
    EXPECT_EQ(r("mov.u32 %r1, 0x00020003;\nmov.u32 %r2, 0x05060708;\ndp2a.hi.u32.u32 %r9, %r1, %r2, 1;"), 1U + 10 + 18);
}

TEST(Fields, MasksAndExtensions) {
    EXPECT_EQ(r("bmsk.wrap.b32 %r9, 1, 2;"), 6U);
    EXPECT_EQ(r("bmsk.clamp.b32 %r9, 28, 8;"), 0xf0000000U);
    EXPECT_EQ(r("bmsk.clamp.b32 %r9, 32, 1;"), 0U);
    EXPECT_EQ(r("bmsk.clamp.b32 %r9, 4, 32;"), 0xfffffff0U);
    EXPECT_EQ(r("bmsk.wrap.b32 %r9, 36, 33;"), 0x10U);
    EXPECT_EQ(r("mov.u32 %r1, 0xabcd;\nszext.wrap.u32 %r9, %r1, 8;"), 0xcdU);
    EXPECT_EQ(r("mov.u32 %r1, 0xabcd;\nszext.wrap.s32 %r9, %r1, 8;"), 0xffffffcdU);
    EXPECT_EQ(r("mov.u32 %r1, 0xabcd;\nszext.clamp.s32 %r9, %r1, 40;"), 0xabcdU);
    EXPECT_EQ(r("mov.u32 %r1, 0x10;\nbfind.shiftamt.u32 %r9, %r1;"), 27U);
    EXPECT_EQ(r("mov.s32 %r1, -1;\nbfind.shiftamt.s32 %r9, %r1;"), 0xffffffffU);
    EXPECT_EQ(r("mov.u32 %r1, 0xaaaaaaaa;\nfns.b32 %r9, %r1, 3, 1;"), 3U);
    EXPECT_EQ(r("mov.u32 %r1, 0xaaaaaaaa;\nfns.b32 %r9, %r1, 3, -1;"), 3U);
    EXPECT_EQ(r("mov.u32 %r1, 0xaaaaaaaa;\nfns.b32 %r9, %r1, 2, 1;"), 3U);
    EXPECT_EQ(r("mov.u32 %r1, 0xaaaaaaaa;\nfns.b32 %r9, %r1, 2, -1;"), 1U);
    EXPECT_EQ(r("mov.u32 %r1, 0xaaaaaaaa;\nfns.b32 %r9, %r1, 2, 0;"), 0xffffffffU);
}
TEST(Fields, PermutationsByMode) {
    const std::string bytes = "mov.u32 %r1, 0x33221100;\nmov.u32 %r2, 0x77665544;\n";  // bytes 00 11 22 … 77
    EXPECT_EQ(r(bytes + "prmt.b32.f4e %r9, %r1, %r2, 1;"), 0x44332211U);
    EXPECT_EQ(r(bytes + "prmt.b32.b4e %r9, %r1, %r2, 0;"), 0x55667700U);
    EXPECT_EQ(r(bytes + "prmt.b32.rc8 %r9, %r1, %r2, 2;"), 0x22222222U);
    EXPECT_EQ(r(bytes + "prmt.b32.ecl %r9, %r1, %r2, 1;"), 0x33221111U);
    EXPECT_EQ(r(bytes + "prmt.b32.ecr %r9, %r1, %r2, 1;"), 0x11111100U);
    EXPECT_EQ(r(bytes + "prmt.b32.rc16 %r9, %r1, %r2, 1;"), 0x33223322U);
}

TEST(Floats, ClassesAndSigns) {
    const auto is = [](const char* property, const std::string& value) {
        return p("mov.f32 %f1, " + value + ";\ntestp." + property + ".f32 %p9, %f1;");
    };
    EXPECT_TRUE(is("finite", "0f3F800000"));
    EXPECT_FALSE(is("finite", "0fFF800000"));
    EXPECT_TRUE(is("infinite", "0fFF800000"));
    EXPECT_FALSE(is("number", "0f7FC00000"));
    EXPECT_TRUE(is("notanumber", "0f7FC00000"));
    EXPECT_TRUE(is("subnormal", "0f80000001"));
    EXPECT_FALSE(is("normal", "0f80000001"));
    EXPECT_TRUE(is("normal", "0f00000000"));
    EXPECT_EQ(f("mov.f32 %f1, 0fBF800000;\nmov.f32 %f2, 0f40000000;\ncopysign.f32 %f9, %f1, %f2;"), -2.0F);
    EXPECT_EQ(bits("mov.f32 %f1, 0f7FC00001;\nmov.f32 %f2, 0f40000000;\nmin.NaN.f32 %f9, %f1, %f2;"), 0x7fffffffU);
}

TEST(Floats, TheCoarseReciprocalOfDoubles) {
    const auto coarse = [](const std::string& value) {
        return std::bit_cast<std::uint64_t>(g("mov.f64 %g1, " + value + ";\nrcp.approx.ftz.f64 %g9, %g1;"));
    };
    EXPECT_EQ(coarse(hex(4.0)), std::bit_cast<std::uint64_t>(0.25));
    EXPECT_EQ(coarse(hex(3.0)), std::bit_cast<std::uint64_t>(1.0 / 3) & 0xffffffff00000000ULL);
    EXPECT_EQ(coarse("0d8000000000000001"), 0xfff0000000000000ULL);
    EXPECT_EQ(coarse("0d7FF0000000000000"), 0U);
}

TEST(Conversions, TakeSpecialRegistersToo) {
    EXPECT_EQ(r("cvt.s32.u32 %r1, %tid.x;\nmov.u32 %r2, %tid.x;\nsub.s32 %r9, %r1, %r2;"), 0U);
    EXPECT_EQ(d("cvt.u64.u32 %d9, %ntid.y;"), 1U);
}

TEST(Conversions, NanBecomesZeroOrTheLeastNumber) {
    const std::string nans = "mov.f32 %f1, 0f7FC00000;\nmov.f64 %g1, 0d7FF8000000000000;\n";
    EXPECT_EQ(r(nans + "cvt.rzi.s32.f32 %r9, %f1;"), 0U);
    EXPECT_EQ(d(nans + "cvt.rzi.s64.f32 %d9, %f1;"), 1ULL << 63);
    EXPECT_EQ(d(nans + "cvt.rzi.u64.f32 %d9, %f1;"), 1ULL << 63);
    EXPECT_EQ(r(nans + "cvt.rzi.s32.f64 %r9, %g1;"), 1U << 31);
    EXPECT_EQ(r(nans + "cvt.rni.u32.f64 %r9, %g1;"), 1U << 31);
}
TEST(Conversions, IntegersTooLongForADoubleRoundOnce) {
    // 2^63 + 2^10 + 1 is just above the middle between two doubles; 2^24 + 1 between two floats.
    EXPECT_EQ(g("mov.u64 %d1, 0x8000000000000401;\ncvt.rn.f64.u64 %g9, %d1;"), 0x1.0000000000001p63);
    EXPECT_EQ(g("mov.u64 %d1, 0x8000000000000400;\ncvt.rn.f64.u64 %g9, %d1;"), 0x1p63);
    EXPECT_EQ(f("mov.u64 %d1, 0x8000008000000001;\ncvt.rn.f32.u64 %f9, %d1;"), 0x1.000002p63F);
    EXPECT_EQ(f("mov.s64 %d1, -9223372036854775807;\ncvt.rz.f32.s64 %f9, %d1;"), -0x1.fffffep62F);
}

TEST(Moves, PackAndUnpack) {
    EXPECT_EQ(d("mov.u32 %r1, 1;\nmov.u32 %r2, 2;\nmov.b64 %d9, {%r1, %r2};"), 0x200000001ULL);
    EXPECT_EQ(r("mov.u64 %d1, 0x200000001;\nmov.b64 {%r3, %r9}, %d1;"), 2U);
    EXPECT_EQ(r("mov.u64 %d1, 0x200000001;\nmov.b64 {_, %r9}, %d1;"), 2U);
    EXPECT_EQ(r("mov.u16 %h1, 1;\nmov.u16 %h2, 2;\nmov.b32 %r9, {%h1, %h2};"), 0x20001U);
    EXPECT_EQ(d("mov.u16 %h1, 1;\nmov.u16 %h2, 2;\nmov.b64 %d9, {%h1, %h2, %h2, %h1};"), 0x0001000200020001ULL);
}
TEST(Moves, NumbersInVectors) {
    EXPECT_EQ(d("mov.u32 %r1, 1;\nmov.b64 %d9, {%r1, -2};"), 0xfffffffe00000001ULL);
    EXPECT_EQ(r("mov.u16 %h1, 1;\nmov.b32 %r9, {7, %h1};"), 0x10007U);
    EXPECT_EQ(d("mov.u32 %r1, 1;\nmov.b64 %d9, {%r1, 0f3F800000};"), 0x3f80000000000001ULL);
    Trial run{.body = kAddressOfThread +
                      "mul.wide.u32 %d2, %r0, 12;\nadd.s64 %d1, %d1, %d2;\n"
                      "st.global.v4.u32 [%d1], {%r0, 0, -1, 1065353216};\nret;"};
    const auto result = run.ok().result<std::uint32_t>();
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(result[4 * lane], lane);
        EXPECT_EQ(result[4 * lane + 1], 0U);
        EXPECT_EQ(result[4 * lane + 2], 0xffffffffU);
        EXPECT_EQ(result[4 * lane + 3], 0x3f800000U);
    }
}
TEST(Predicates, NegatedSources) {
    const std::string yes = "setp.eq.u32 %p1, 1, 1;\n";
    EXPECT_FALSE(p("mov.u32 %r1, 1;\n" + yes + "setp.eq.and.u32 %p9, %r1, 1, !%p1;"));
    EXPECT_TRUE(p("mov.u32 %r1, 1;\n" + yes + "setp.ne.or.u32 %p9, %r1, 2, !%p1;"));
    EXPECT_EQ(r("setp.eq.u32 %p1, 1, 1;\nvote.sync.ballot.b32 %r9, !%p1, -1;"), 0U);
}

/// What each lane of a full warp stores from %r4.
std::vector<std::uint32_t> lanes(const std::string& body) {
    Trial run{.body = kAddressOfThread + body + "\nst.global.u32 [%d1], %r4;\nret;"};
    auto values = run.ok().result<std::uint32_t>();
    values.resize(32);
    return values;
}
TEST(Warps, MatchFindsEqualValues) {
    const auto any = lanes("and.b32 %r1, %r0, 3;\nmatch.any.sync.b32 %r4, %r1, -1;");
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(any[lane], 0x11111111U << lane % 4) << lane;
    EXPECT_EQ(lanes("mov.u32 %r1, 7;\nmatch.all.sync.b32 %r4|%p1, %r1, -1;\n@!%p1 mov.u32 %r4, 1;")[5], 0xffffffffU);
    EXPECT_EQ(lanes("match.all.sync.b32 %r4|%p1, %r0, -1;\n@!%p1 add.u32 %r4, %r4, 9;")[5], 9U);
}
TEST(Warps, LanesWithOtherMasksAreOtherGroups) {
    // Odd and even lanes name each other: 16 + 16 sums, as after a match.
    const auto sums = lanes("and.b32 %r1, %r0, 1;\nshl.b32 %r2, 0x55555555, %r1;\nredux.sync.add.u32 %r4, %r0, %r2;");
    EXPECT_EQ(sums[0], 240U);
    EXPECT_EQ(sums[1], 256U);
    const auto least = lanes("sub.u32 %r1, 5, %r0;\nredux.sync.min.s32 %r4, %r1, -1;");
    EXPECT_EQ(static_cast<std::int32_t>(least[9]), -26);
    const auto votes = lanes(
        "and.b32 %r1, %r0, 1;\nshl.b32 %r2, 0x55555555, %r1;\nsetp.lt.u32 %p1, %r0, 4;\n"
        "vote.sync.ballot.b32 %r4, %p1, %r2;");
    EXPECT_EQ(votes[0], 0x5U);
    EXPECT_EQ(votes[1], 0xaU);
    // As the radix sorts of CUB and thrust write it: who has the same bit as I?
    const auto peers = lanes(
        "{\n.reg .pred p;\nand.b32 %r4, %r0, 4;\nsetp.ne.u32 p, %r4, 0;\n"
        "vote.ballot.sync.b32 %r4, p, 0xffffffff;\n@!p not.b32 %r4, %r4;\n}\n");
    EXPECT_EQ(peers[0], 0x0f0f0f0fU);
    EXPECT_EQ(peers[4], 0xf0f0f0f0U);
}
TEST(Warps, OneLaneIsElected) {
    const auto leaders = lanes("elect.sync %r4|%p1, 0xfffffff0;\n@%p1 add.u32 %r4, %r4, 100;\n");
    EXPECT_EQ(leaders[4], 104U);
    EXPECT_EQ(leaders[5], 4U);
}

TEST(Clocks, HalvesOfThem) {
    EXPECT_EQ(r("mov.u32 %r1, %clock_hi;\nmov.u32 %r2, %globaltimer_hi;\nor.b32 %r9, %r1, %r2;"), 0U);
    EXPECT_TRUE(
        p("mov.u32 %r1, %globaltimer_lo;\nmov.u64 %d1, %globaltimer;\ncvt.u32.u64 %r2, %d1;\n"
          "setp.le.u32 %p9, %r1, %r2;"));
}
TEST(Clocks, SleepMovesThemOn) {
    const auto waited = lanes(
        "mov.u64 %d2, %globaltimer;\nnanosleep.u32 5000;\nmov.u64 %d3, %globaltimer;\nsub.u64 %d3, "
        "%d3, %d2;\ncvt.u32.u64 %r4, %d3;");
    EXPECT_GE(waited[0], 5000U);
    EXPECT_LT(waited[0], 5100U);
}

}  // namespace
}  // namespace lanescope::simt
