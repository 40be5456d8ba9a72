// SPDX-License-Identifier: GPL-3.0-or-later
// What single instructions of machine code do, each held against its formula.
#include <cmath>
#include <functional>
#include <limits>

#include "tests/core/sass/form_cases.h"

namespace lanescope::sass {
namespace {

using test::Case;
using test::expectAll;
using test::floats;
using test::Lanes;
using test::linesOf;
using test::numbers;
using test::Results;
using test::Word;
using Wide = std::uint64_t;

std::int32_t sign(Word a) { return static_cast<std::int32_t>(a); }
Wide pairOf(Word low, Word high) { return Wide{high} << 32 | low; }
Word lowOf(Wide a) { return static_cast<Word>(a); }
Word highOf(Wide a) { return static_cast<Word>(a >> 32); }

TEST(MachineForms, Sums) {
    expectAll({{"IADD3 R8, R4, R5, R6", [](Word a, Word b, Word c) { return a + b + c; }},
               {"IADD3 R8, R4, -R5, RZ", [](Word a, Word b, Word) { return a - b; }},
               {"IADD3 R8, -R4, 0x7, -R6", [](Word a, Word, Word c) { return 7 - a - c; }},
               {"IADD3 R8, P0, R4, R5, RZ", [](Word a, Word b, Word) { return a + b; },
                [](Word a, Word b, Word) { return a + b < a; }},
               {"IADD3 R8, P0, R4, -R5, RZ", [](Word a, Word b, Word) { return a - b; },
                [](Word a, Word b, Word) { return a >= b; }},
               {"IADD3 R8, P0, P1, R4, R5, R6; IADD3.X R9, RZ, RZ, RZ, P0, P1",
                [](Word a, Word b, Word c) { return a + b + c; },
                {},
                [](Word a, Word b, Word c) { return highOf(Wide{a} + b + c); }},
               {"IADD3 R8, P1, R4, R6, RZ; IADD3.X R9, R5, R7, RZ, P1, !PT",
                [](Word a, Word b, Word c) { return lowOf(pairOf(a, b) + c); },
                {},
                [](Word a, Word b, Word c) { return highOf(pairOf(a, b) + c); }},
               {"IADD3 R8, P1, R4, -R6, RZ; IADD3.X R9, R5, ~R7, RZ, P1, !PT",
                [](Word a, Word b, Word c) { return lowOf(pairOf(a, b) - c); },
                {},
                [](Word a, Word b, Word c) { return highOf(pairOf(a, b) - c); }},
               {"VIADD R8, R4, 0xffffffff", [](Word a, Word, Word) { return a - 1; }},
               {"IADD.64 R8, R4, R6",
                [](Word a, Word b, Word c) { return lowOf(pairOf(a, b) + c); },
                {},
                [](Word a, Word b, Word c) { return highOf(pairOf(a, b) + c); }},
               {"IABS R8, R4", [](Word a, Word, Word) { return sign(a) < 0 ? 0 - a : a; }}},
              numbers());
}

TEST(MachineForms, Products) {
    expectAll({{"IMAD R8, R4, R5, R6", [](Word a, Word b, Word c) { return a * b + c; }},
               {"IMAD R8, R4, -0x3, -R6", [](Word a, Word, Word c) { return a * -3U - c; }},
               {"IMAD.MOV R8, RZ, RZ, -R4", [](Word a, Word, Word) { return 0 - a; }},
               {"IMAD.IADD R8, R4, 0x1, -R5", [](Word a, Word b, Word) { return a - b; }},
               {"IMAD.SHL.U32 R8, R4, 0x8, RZ", [](Word a, Word, Word) { return a << 3; }},
               {"IMAD.X R8, R4, R5, R6, PT", [](Word a, Word b, Word c) { return a * b + c + 1; }},
               {"IMAD.HI.U32 R8, R4, R5, RZ", [](Word a, Word b, Word) { return highOf(Wide{a} * b); }},
               // The addend is a pair, R6 with R7.
               {"IMAD.HI.U32 R8, R4, R5, R6", [](Word a, Word b, Word c) { return highOf(Wide{a} * b + c); }},
               {"MOV R11, R4; MOV R10, RZ; IMAD.HI R8, R4, R5, R10",
                [](Word a, Word b, Word) {
                    return highOf(static_cast<Wide>(std::int64_t{sign(a)} * sign(b)) + pairOf(0, a));
                }},
               {"IMAD.WIDE R8, R4, R5, R6",
                [](Word a, Word b, Word c) { return lowOf(static_cast<Wide>(std::int64_t{sign(a)} * sign(b)) + c); },
                {},
                [](Word a, Word b, Word c) { return highOf(static_cast<Wide>(std::int64_t{sign(a)} * sign(b)) + c); }},
               {"IMAD.WIDE.U32 R8, R4, R5, RZ",
                [](Word a, Word b, Word) { return a * b; },
                {},
                [](Word a, Word b, Word) { return highOf(Wide{a} * b); }}},
              numbers());
}

TEST(MachineForms, Shifts) {
    expectAll(
        {{"LEA R8, R4, R5, 0x3", [](Word a, Word b, Word) { return (a << 3) + b; }},
         {"LEA R8, P0, R4, R5, 0x2; LEA.HI.X R9, R4, R5, RZ, 0x2, P0",
          [](Word a, Word b, Word) { return (a << 2) + b; },
          {},
          [](Word a, Word b, Word) { return (a >> 30) + b + ((a << 2) + b < b ? 1 : 0); }},
         {"LEA.HI R8, R4, R5, R6, 0x5", [](Word a, Word b, Word c) { return highOf(pairOf(a, c) << 5) + b; }},
         {"LEA.HI.SX32 R8, R4, R5, 0x1b", [](Word a, Word b, Word) { return static_cast<Word>(sign(a) >> 5) + b; }},
         {"SHF.L.U32 R8, R4, 0x7, RZ", [](Word a, Word, Word) { return a << 7; }},
         {"SHF.L.U32 R8, R4, R5, RZ", [](Word a, Word b, Word) { return b > 31 ? 0 : a << b; }},
         {"SHF.R.U32.HI R8, RZ, R5, R4", [](Word a, Word b, Word) { return b > 31 ? 0 : a >> b; }},
         {"SHF.R.S32.HI R8, RZ, 0x1f, R4", [](Word a, Word, Word) { return static_cast<Word>(sign(a) >> 31); }},
         {"SHF.R.U64 R8, R4, 0x9, R5", [](Word a, Word b, Word) { return lowOf(pairOf(a, b) >> 9); }},
         {"SHF.L.U64.HI R8, R4, 0x9, R5", [](Word a, Word b, Word) { return highOf(pairOf(a, b) << 9); }},
         {"SHF.R.W.U32 R8, R4, R6, R5", [](Word a, Word b, Word c) { return lowOf(pairOf(a, b) >> (c & 31)); }},
         {"PRMT R8, R4, 0x5410, R5", [](Word a, Word b, Word) { return (b << 16) | (a & 0xffff); }},
         {"POPC R8, R4", [](Word a, Word, Word) { return static_cast<Word>(std::popcount(a)); }},
         {"FLO.U32 R8, R4",
          [](Word a, Word, Word) { return a == 0 ? ~0U : 31U - static_cast<Word>(std::countl_zero(a)); }},
         {"BREV R8, R4; BREV R8, R8", [](Word a, Word, Word) { return a; }},
         {"SGXT R8, R4, 0x8", [](Word a, Word, Word) { return static_cast<Word>(static_cast<std::int8_t>(a)); }}},
        numbers());
}

TEST(MachineForms, Logic) {
    expectAll(
        {{"LOP3.LUT R8, R4, R5, RZ, 0xc0, !PT", [](Word a, Word b, Word) { return a & b; }},
         {"LOP3.LUT R8, R4, R5, R6, 0x96, !PT", [](Word a, Word b, Word c) { return a ^ b ^ c; }},
         {"LOP3.LUT R8, R4, R5, R6, 0xf8, !PT", [](Word a, Word b, Word c) { return a | (b & c); }},
         {"LOP3.LUT R8, RZ, R4, RZ, 0x33, !PT", [](Word a, Word, Word) { return ~a; }},
         {"LOP3.LUT P0, RZ, R4, 0x3, RZ, 0xc0, !PT", {}, [](Word a, Word, Word) { return (a & 3) != 0; }},
         {"ISETP.GE.AND P0, PT, R4, R5, PT", {}, [](Word a, Word b, Word) { return sign(a) >= sign(b); }},
         {"ISETP.GE.U32.AND P0, PT, R4, R5, PT", {}, [](Word a, Word b, Word) { return a >= b; }},
         {"ISETP.EQ.U32.AND P1, PT, R4, R5, PT; ISETP.LT.U32.OR P0, PT, R4, R6, P1",
          {},
          [](Word a, Word b, Word c) { return a < c || a == b; }},
         {"ISETP.EQ.U32.AND P1, P0, R4, R5, PT", {}, [](Word a, Word b, Word) { return a != b; }},
         {"ISETP.GT.U32.AND P0, PT, R4, R6, PT; ISETP.GT.AND.EX P0, PT, R5, R7, PT, P0",
          {},
          [](Word a, Word b, Word c) { return static_cast<std::int64_t>(pairOf(a, b)) > std::int64_t{c}; }},
         {"ISETP.LT.S64.AND P0, PT, R4, R6, PT",
          {},
          [](Word a, Word b, Word c) { return static_cast<std::int64_t>(pairOf(a, b)) < std::int64_t{c}; }},
         {"ISETP.GE.AND P0, PT, R4, R5, PT; SEL R8, R4, R6, P0",
          [](Word a, Word b, Word c) { return sign(a) >= sign(b) ? a : c; }},
         {"ISETP.NE.AND P1, PT, R4, RZ, PT; ISETP.LT.AND P2, PT, R5, RZ, PT; PLOP3.LUT P0, PT, P1, P2, PT, 0x80, 0x8",
          {},
          [](Word a, Word b, Word) { return a != 0 && sign(b) < 0; }},
         {"IMNMX R8, R4, R5, PT", [](Word a, Word b, Word) { return sign(a) < sign(b) ? a : b; }},
         {"IMNMX.U32 R8, R4, R5, !PT", [](Word a, Word b, Word) { return std::max(a, b); }},
         {"VIMNMX3 R8, R4, R5, R6, !PT",
          [](Word a, Word b, Word c) {
              return static_cast<Word>(std::max({sign(a), sign(b), sign(c)}));
          }},
         {"VIADDMNMX.U32 R8, R4, R5, R6, PT", [](Word a, Word b, Word c) { return std::min(a + b, c); }},
         {"VIADDMNMX.RELU R8, R4, R5, R6, PT",
          [](Word a, Word b, Word c) { return static_cast<Word>(std::max(0, std::min(sign(a + b), sign(c)))); }},
         {"VIMNMX3.RELU R8, R4, R5, R6, !PT",
          [](Word a, Word b, Word c) {
              return static_cast<Word>(std::max({sign(a), sign(b), sign(c), 0}));
          }},
         {"ISETP.NE.AND P1, PT, R4, RZ, PT; ISETP.LT.AND P3, PT, R5, RZ, PT; P2R R8, PR, RZ, 0xa",
          [](Word a, Word b, Word) { return (a != 0 ? 2U : 0U) | (sign(b) < 0 ? 8U : 0U); }},
         {"R2P PR, R4, 0x1", {}, [](Word a, Word, Word) { return (a & 1) != 0; }}},
        numbers());
}

Word bits(float value) { return std::bit_cast<Word>(value); }
float number(Word value) { return std::bit_cast<float>(value); }

Word wholeOf(float value) {
    if (!(value > 0)) return 0;
    return value >= 0x1p32F ? 0xffffffffU : static_cast<Word>(value);
}

TEST(MachineForms, Floats) {
    expectAll({{"FADD R8, R4, -R5", [](Word a, Word b, Word) { return bits(number(a) - number(b)); }},
               {"FADD R8, -RZ, |R4|", [](Word a, Word, Word) { return a & 0x7fffffffU; }},
               {"FMUL R8, -R4, R5", [](Word a, Word b, Word) { return bits(-number(a) * number(b)); }},
               {"FFMA R8, R4, -R5, R6",
                [](Word a, Word b, Word c) { return bits(std::fma(number(a), -number(b), number(c))); }},
               {"FMNMX R8, R4, R5, PT",
                [](Word a, Word b, Word) {
                    if (number(a) == number(b)) return std::signbit(number(a)) ? a : b;
                    return number(a) < number(b) ? a : b;
                }},
               {"FSETP.GT.AND P0, PT, |R4|, R5, PT",
                {},
                [](Word a, Word b, Word) { return std::fabs(number(a)) > number(b); }},
               {"FSETP.NEU.AND P0, PT, R4, R4, PT", {}, [](Word a, Word, Word) { return number(a) != number(a); }},
               {"FSEL R8, R4, -R5, !PT", [](Word, Word b, Word) { return b ^ 0x80000000U; }},
               {"F2I.TRUNC.NTZ R8, R6",
                [](Word, Word, Word c) {
                    const float value = number(c);
                    return value >= 0x1p31F ? 0x7fffffffU : static_cast<Word>(static_cast<std::int32_t>(value));
                }},
               {"F2I.FTZ.U32.TRUNC.NTZ R8, R6; F2I.U32.TRUNC.NTZ R9, R4",
                [](Word, Word, Word c) { return wholeOf(number(c)); },
                {},
                [](Word a, Word, Word) { return wholeOf(number(a)); }},
               {"I2F.U32.RP R8, R4",
                [](Word a, Word, Word) {
                    const auto nearest = static_cast<float>(a);
                    const bool below = static_cast<double>(nearest) < static_cast<double>(a);
                    return bits(below ? std::nextafter(nearest, 0x1p33F) : nearest);
                }},
               {"IMAD.MOV.U32 R8, RZ, RZ, -R4; IMAD.IADD R9, R5, 0x1, -R6",
                [](Word a, Word, Word) { return 0 - a; },
                {},
                [](Word, Word b, Word c) { return b - c; }},
               {"FADD R8, -R4, R5; FADD R9, -R4, -R5",
                [](Word a, Word b, Word) { return bits(number(b) - number(a)); },
                {},
                [](Word a, Word b, Word) { return bits(-number(a) - number(b)); }},
               {"I2F.U32 R8, R4", [](Word a, Word, Word) { return bits(static_cast<float>(a)); }},
               {"I2F R8, R4", [](Word a, Word, Word) { return bits(static_cast<float>(sign(a))); }},
               {"MUFU.RCP R8, R5; MUFU.RCP R8, R8", {}}},
              floats());
}

TEST(MachineForms, DoublesLieInPairs) {
    expectAll(
        {{"F2F.F64.F32 R10, R4; F2F.F64.F32 R12, R5; DFMA R14, R10, R12, -R10; MOV R8, R14; MOV R9, R15",
          [](Word a, Word b, Word) {
              const double x = number(a);
              return lowOf(std::bit_cast<Wide>(std::fma(x, static_cast<double>(number(b)), -x)));
          },
          {},
          [](Word a, Word b, Word) {
              const double x = number(a);
              return highOf(std::bit_cast<Wide>(std::fma(x, static_cast<double>(number(b)), -x)));
          }},
         // A word of a pair that is written alone changes the pair.
         {"F2F.F64.F32 R10, R4; LOP3.LUT R11, R11, 0x80000000, RZ, 0x3c, !PT; DADD R12, R10, R10; F2F.F32.F64 R8, R12",
          [](Word a, Word, Word) { return bits(-2 * number(a)); }},
         {"I2F.F64 R10, R4; DMUL R10, R10, R10; DSETP.GT.AND P0, PT, R10, RZ, PT",
          {},
          [](Word a, Word, Word) { return a != 0; }}},
        floats());
}

TEST(MachineForms, MemoryOfTheThreadAndTheBlock) {
    expectAll(
        {{"IMAD.SHL.U32 R10, R0, 0x4, RZ; STS [R10], R4; LDS R8, [R0.X4]", [](Word a, Word, Word) { return a; }},
         {"MOV R1, c[0x0][0x28]; IADD3 R1, R1, -0x10, RZ; STL.64 [R1], R4; LDL R8, [R1+0x4]; LDL.U8 R9, [R1]",
          [](Word, Word b, Word) { return b; },
          {},
          [](Word a, Word, Word) { return a & 0xff; }},
         {"IMAD.SHL.U32 R10, R0, 0x4, RZ; STS [R10], R4; LOP3.LUT R10, R10, 0x70, RZ, 0xc0, !PT; "
          "LDS.128 R12, [R10]; LDS.128 R12, [R10]; IADD3 R8, R12, R13, RZ; IADD3 R8, R8, R14, RZ; IADD3 R8, R8, R15, "
          "RZ; "
          "LDS.128 R16, [RZ]; LDS.128 R16, [RZ]; MOV R9, R19; SHFL.IDX PT, R20, R4, 0x3, 0x1f; IADD3 R9, R9, -R20, RZ",
          {},
          {},
          [](Word, Word, Word) { return 0; }},
         {"STS [RZ], RZ; RED.E.ADD.STRONG.GPU [R2+0x100], R4; LDG.E.SYS R8, [R2+0x100]",
          [](Word a, Word, Word c) { return a + c; }},
         {"ATOMG.E.EXCH.STRONG.GPU PT, R8, [R2], R5; LDG.E.SYS R9, [R2]",
          [](Word a, Word, Word) { return a; },
          {},
          [](Word, Word b, Word) { return b; }}},
        numbers());
}

TEST(MachineForms, LanesTellEachOther) {
    const Lanes lanes = numbers();
    const Results down = test::ran({"SHFL.DOWN P0, R8, R4, 0x1, 0x1f", "VOTE.ANY R9, PT, P0"}, lanes);
    for (unsigned i = 0; i < 31; ++i) EXPECT_EQ(down.word[i], lanes.a[i + 1]);
    EXPECT_EQ(down.high[0], 0x7fffffffU);
    const Results sum = test::ran({"REDUX.SUM UR4, R4", "MOV R8, UR4", "R2UR UR6, R0", "MOV R9, UR6"}, lanes);
    Word all = 0;
    for (const Word a : lanes.a) all += a;
    for (unsigned i = 0; i < 32; ++i) {
        EXPECT_EQ(sum.word[i], all);
        EXPECT_EQ(sum.high[i], 0U);
    }
}

/// Lanes wait where BSYNC says, and nowhere else.
TEST(MachineForms, LanesMeetWhereTheCodeSays) {
    const std::vector<std::string> lines{"ISETP.GE.U32.AND P1, PT, R0, 0x8, PT",  // 0x90
                                         "BSSY B0, 0xe0",                         // 0xa0
                                         "@P1 BRA 0xd0",                          // 0xb0
                                         "MOV R8, 0x1",                           // 0xc0
                                         "BSYNC B0",                              // 0xd0
                                         "VOTE.ANY R9, PT, PT"};                  // 0xe0
    const Results met = test::ran(lines, numbers());
    for (unsigned i = 0; i < 32; ++i) {
        EXPECT_EQ(met.word[i], i < 8 ? 1U : 0U);
        EXPECT_EQ(met.high[i], 0xffffffffU);
    }
    EXPECT_EQ(met.counts.divergentBranches, 1U);
    // Without the meeting they stay apart.
    std::vector<std::string> apart = lines;
    apart[1] = apart[4] = "NOP";
    const Results parted = test::ran(apart, numbers());
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(parted.high[i], i < 8 ? 0xffU : 0xffffff00U);
}

/// Who breaks out of a loop is not waited for at its meeting.
TEST(MachineForms, NobodyWaitsForLanesThatBreakOut) {
    const std::vector<std::string> lines{"ISETP.EQ.U32.AND P1, PT, R0, 0x3, PT",  // 0x90
                                         "BSSY B0, 0xe0",                         // 0xa0
                                         "@P1 BREAK B0",                          // 0xb0
                                         "@P1 BRA 0xe0",                          // 0xc0
                                         "BSYNC B0",                              // 0xd0
                                         "VOTE.ANY R9, PT, PT"};                  // 0xe0
    const Results results = test::ran(lines, numbers());
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(results.high[i], i == 3 ? 8U : ~8U);
}

/// A routine that several places call; it goes back to where its caller says.
TEST(MachineForms, CallsAreBranchesAndReturnsGoByAddress) {
    const std::vector<std::string> lines{"MOV R20, 0xc0",           // 0x90
                                         "MOV R21, 0x0",            // 0xa0
                                         "CALL.REL.NOINC 0x100",    // 0xb0
                                         "MOV R20, 0xe0",           // 0xc0
                                         "CALL.REL.NOINC 0x100",    // 0xd0
                                         "BRA 0x120",               // 0xe0
                                         "NOP",                     // 0xf0
                                         "IADD3 R8, R8, R4, RZ",    // 0x100
                                         "RET.REL.NODEC R20 0x0"};  // 0x110
    const Lanes lanes = numbers();
    const Results results = test::ran(lines, lanes);
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(results.word[i], 2 * lanes.a[i]);
}

TEST(MachineForms, WhatIsNotKnownIsRefusedWithItsAddress) {
    for (const char* line : {"HMMA.16816.F32 R8, R4, R6, R8", "LDSM.16.M88.4 R8, [R4]", "TEX R8, R4, R5, 0x0, 2D",
                             "LOP3.LUT.PAND P0, R8, R4, R5, R6, 0xc0, PT", "LDG.E.WHATEVER.ENL2 R8, [R2]"}) {
        const auto module = test::moduleOf({"NOP", line});
        const program::Entry& entry = module->entries[0];
        ASSERT_TRUE(entry.unsupported) << line;
        EXPECT_TRUE(entry.instructions.empty());
        EXPECT_EQ(entry.unsupported->code, ErrorCode::MachineCodeUnsupported);
        const std::string words = describe(*entry.unsupported);
        EXPECT_NE(words.find("0x00a0"), std::string::npos) << words;
        EXPECT_NE(words.find(line), std::string::npos) << words;
    }
}

}  // namespace
}  // namespace lanescope::sass
