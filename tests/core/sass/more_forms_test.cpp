// SPDX-License-Identifier: GPL-3.0-or-later
// The rarer instructions of machine code, each held against its formula: carries of 64 bits, parts of words, halves,
// lanes, copies and mbarriers.
#include <cmath>

#include "tests/core/sass/form_cases.h"

namespace lanescope::sass {
namespace {

using test::expectAll;
using test::floats;
using test::Lanes;
using test::numbers;
using test::Results;
using test::Word;
using Wide = std::uint64_t;

std::int32_t sign(Word a) { return static_cast<std::int32_t>(a); }
Wide pairOf(Word low, Word high) { return Wide{high} << 32 | low; }
Word highOf(Wide a) { return static_cast<Word>(a >> 32); }
Word halves(Word low, Word high) { return (low & 0xffffU) | high << 16; }

TEST(MachineForms, SumsOfPairsCarry) {
    expectAll({{"IADD.64 RZ, P1, R4, R6; IADD.64.X R8, RZ, RZ, P1",
                [](Word a, Word b, Word c) { return pairOf(a, b) + c < c ? 1U : 0U; }},
               {"IADD.64 R10, P0, R4, -R6", {}, [](Word a, Word b, Word c) { return pairOf(a, b) >= c; }},
               {"IMAD.WIDE.U32 R8, P0, R4, R5, R6", [](Word a, Word b, Word c) { return a * b + c; },
                [](Word, Word, Word) { return false; }, [](Word a, Word b, Word c) { return highOf(Wide{a} * b + c); }},
               {"MOV R10, RZ; MOV R11, R6; IMAD.HI.U32 R8, P0, R4, R5, R10",
                [](Word a, Word b, Word c) { return highOf(Wide{a} * b + pairOf(0, c)); },
                [](Word a, Word b, Word c) { return Wide{a} * b + pairOf(0, c) < pairOf(0, c); }},
               {"IMNMX.S64 PT, PT, R8, R4, R6, PT, !PT",
                [](Word a, Word b, Word c) {
                    return static_cast<Word>(std::min(static_cast<std::int64_t>(pairOf(a, b)), std::int64_t{c}));
                }}},
              numbers());
}

TEST(MachineForms, PartsOfWords) {
    expectAll(
        {{"VIADD.16x2 R8, R4, R5", [](Word a, Word b, Word) { return halves(a + b, (a >> 16) + (b >> 16)); }},
         {"VIADD.16x2 R8, R4, -R5", [](Word a, Word b, Word) { return halves(a - b, (a >> 16) - (b >> 16)); }},
         {"VIADD.S32.ISAT R8, R4, R5",
          [](Word a, Word b, Word) {
              const std::int64_t sum = std::int64_t{sign(a)} + sign(b);
              return static_cast<Word>(std::clamp<std::int64_t>(sum, -0x80000000LL, 0x7fffffff));
          }},
         {"VIMNMX.U16x2 R8, R4, R5, PT",
          [](Word a, Word b, Word) { return halves(std::min(a & 0xffffU, b & 0xffffU), std::min(a >> 16, b >> 16)); }},
         {"VIMNMX.S32.RELU R8, R4, R5, !PT",
          [](Word a, Word b, Word) {
              return static_cast<Word>(std::max({sign(a), sign(b), 0}));
          }},
         {"VABSDIFF.U32 R8, R4, R5, R6", [](Word a, Word b, Word c) { return (a > b ? a - b : b - a) + c; }},
         {"IDP.4A.U8.U8 R8, R4, R5, R6",
          [](Word a, Word b, Word c) {
              for (unsigned k = 0; k < 32; k += 8) c += (a >> k & 0xffU) * (b >> k & 0xffU);
              return c;
          }},
         {"BMSK.W R8, R4, R5",
          [](Word a, Word b, Word) { return static_cast<Word>(((Wide{1} << (b & 31)) - 1) << (a & 31)); }},
         {"SGXT.W.U32 R8, R4, R5", [](Word a, Word b, Word) { return a & ((1U << (b & 31)) - 1); }},
         {"PRMT.RC16 R8, R4, R5, R6",
          [](Word a, Word b, Word) { return halves((b & 1) != 0 ? a >> 16 : a, (b & 1) != 0 ? a >> 16 : a); }},
         {"I2I.S16.S32.SAT R8, R4",
          [](Word a, Word, Word) { return static_cast<Word>(std::clamp(sign(a), -0x8000, 0x7fff)); }},
         {"PLOP3.LUT P0, PT, R4.SIGN, R5.SIGN, PT, 0x80, 0x8",
          {},
          [](Word a, Word b, Word) { return sign(a) < 0 && sign(b) < 0; }}},
        numbers());
}

/// Numbers are small enough for a half to hold them exactly.
TEST(MachineForms, HalvesOfBothFormats) {
    const std::string two = "MOV R10, 0x40004000; MOV R11, 0x3c00bc00; ";    // 2 and 2; -1 and 1 of F16
    const std::string brain = "MOV R10, 0x40004000; MOV R11, 0x3f80bf80; ";  // 2 and 2; -1 and 1 of BF16
    expectAll({{two + "HFMA2 R8, R10, R11, R10", [](Word, Word, Word) { return halves(0, 0x4400); }},
               {two + "HMNMX2 R8, R10.H0_H0, R11, PT", [](Word, Word, Word) { return 0x3c00bc00U; }},
               {brain + "HFMA2.BF16_V2 R8, R10, R11, R10", [](Word, Word, Word) { return halves(0, 0x4080); }},
               {brain + "HADD2.BF16_V2 R8, |R11|, -R10.H1_H1", [](Word, Word, Word) { return 0xbf80bf80U; }},
               {two + "HSETP2.GT.AND P0, P1, R11, RZ.H0_H0, PT; SEL R8, RZ, 0x1, !P1",
                [](Word, Word, Word) { return 1U; }, [](Word, Word, Word) { return false; }},
               {two + "HSET2.BF.LT.AND R8, R11, R10, PT", [](Word, Word, Word) { return 0x3c003c00U; }},
               {"F2FP.F16.F32.MERGE_C R8, R4, RZ; HADD2.F32 R9, -RZ, R8.H0_H0",
                {},
                {},
                [](Word a, Word, Word) {
                    const auto value = static_cast<float>(static_cast<_Float16>(std::bit_cast<float>(a)));
                    return std::bit_cast<Word>(value);
                }}},
              floats());
}

TEST(MachineForms, FloatsBesides) {
    const auto number = [](Word a) { return std::bit_cast<float>(a); };
    expectAll({{"FSET.BF.GT.AND R8, R4, R5, PT",
                [=](Word a, Word b, Word) { return number(a) > number(b) ? 0x3f800000U : 0U; }},
               {"F2F.F64.F32 R10, R4; F2F.F64.F32 R12, R5; DSETP.MAX.AND P0, P1, R10, R12, PT; SEL R8, R4, R5, P0",
                [=](Word a, Word b, Word) {
                    if (number(a) == number(b)) return std::signbit(number(a)) ? b : a;
                    return number(a) > number(b) ? a : b;
                }},
               // A quarter of a turn and whole ones.
               {"MOV R10, 0x40a80000; MUFU.SIN R8, R10; MUFU.COS R9, 3", [](Word, Word, Word) { return 0x3f800000U; }}},
              floats());
}

TEST(MachineForms, LanesChooseOneAndAgree) {
    const Results results = test::ran({"ISETP.GE.U32.AND P1, PT, R0, 0x8, PT", "VOTE.ALL P2, P1",
                                       "SEL R9, RZ, 0x1, !P2", "@P1 ELECT P0, UR4, PT", "MOV R8, UR4"},
                                      numbers());
    for (unsigned i = 0; i < 32; ++i) {
        EXPECT_EQ(results.word[i], 8U);
        EXPECT_EQ(results.predicate[i], i == 8 ? 1U : 0U);
        EXPECT_EQ(results.high[i], 0U);
    }
}

TEST(MachineForms, LanesLeaveByTwoPredicates) {
    const Results results = test::ran({"ISETP.GE.U32.AND P1, PT, R0, 0x8, PT",     // 0x90
                                       "ISETP.GE.U32.AND P2, PT, R0, 0x10, PT",    // 0xa0
                                       "MOV R8, 0x1", "STG.E.SYS [R2+0x180], R8",  // 0xb0, 0xc0
                                       "@P1 EXIT !P2", "MOV R8, 0x2"},             // 0xd0, 0xe0
                                      numbers());
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(results.word[i], i >= 8 && i < 16 ? 1U : 2U) << i;
}

/// All lanes add to one word, by asking until nobody came in between.
TEST(MachineForms, CompareAndSetTellsWhoWasFirst) {
    const Results results = test::ran({"STS [RZ], RZ",                        // 0x90
                                       "LDS R10, [RZ]",                       // 0xa0
                                       "IADD3 R11, R10, R0, RZ",              // 0xb0
                                       "ATOMS.CAST.SPIN P1, [RZ], R10, R11",  // 0xc0
                                       "@!P1 BRA 0xa0",                       // 0xd0
                                       "LDS R8, [RZ]"},                       // 0xe0
                                      numbers());
    EXPECT_EQ(results.word[31], 31U * 32U / 2U);
}

TEST(MachineForms, CopiesLandWhereTheyAreWaitedFor) {
    const Lanes lanes = numbers();
    const Results results =
        test::ran({"IMAD.SHL.U32 R10, R0, 0x4, RZ", "ISETP.GE.U32.AND P1, PT, R0, 0x8, PT",
                   "LDGSTS.E [R10], [R2.64], P1", "LDGDEPBAR", "DEPBAR.LE SB0, 0x0", "LDS R8, [R10]"},
                  lanes);
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(results.word[i], i < 8 ? 0U : lanes.a[i]) << i;
}

/// As ptxas lays an mbarrier out up to sm_89: what is missing to powers of 2.
TEST(MachineForms, ThePhaseEndsWithItsLastArrival) {
    const Results results =
        test::ran({"MOV R10, 0x3fffffe0", "MOV R11, 0x7fffffe0", "STS.64 [RZ], R10", "ATOMS.ARRIVE.64 R12, [RZ]",
                   "LDS R8, [0x4]", "LOP3.LUT P0, RZ, R8, 0x80000000, R13, 0x48, !PT", "MOV R9, R13"},
                  numbers());
    for (unsigned i = 0; i < 32; ++i) {
        EXPECT_EQ(results.word[i], 0x7fffffe0U ^ 0x80000000U);
        EXPECT_EQ(results.high[i], 0x7fffffe0U + i);
        EXPECT_EQ(results.predicate[i], 1U);
    }
}

TEST(MachineForms, AModifierThatIsNotKnownIsNotPassedOver) {
    for (const char* line : {"VIADD.U8x2 R8, R4, R5", "IMAD.FOO R8, R4, R5, R6", "SHF.L.U32.CLAMPED R8, R4, R5, RZ",
                             "ATOMG.E.ADD.BF16x4 PT, R8, [R2], R5", "FSETP.GT.MAYBE.AND P0, PT, R4, R5, PT",
                             "MUFU.EX3 R8, R4", "VOTE.SOME P0, P1", "SYNCS.ARRIVE.TRANS64.A7T0 RZ, [R4], RZ"})
        EXPECT_TRUE(test::moduleOf({line})->entries[0].unsupported) << line;
}

}  // namespace
}  // namespace lanescope::sass
