// SPDX-License-Identifier: GPL-3.0-or-later
// What a program does wrong is said in a sentence that names thread, place and element.
#include <gtest/gtest.h>

#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

/// Reads element `index` of a (3 rows of 5) in all threads.
std::string readAt(const std::string& offset) {
    return "ld.param.u64 %d0, [a];\nld.global.u32 %r1, [%d0+" + offset + "];\nret;\n";
}
std::vector<Buffer> threeByFive() { return {{"A", ElementType::I32, 3, 5, {}}}; }
std::vector<std::vector<std::byte>> filled() { return {bytesOf(countingUp(15))}; }

TEST(Faults, ReadingBeyondTheEndNamesTheElement) {
    Trial run{.body = readAt("60"), .block = {1, 1, 1}, .buffers = threeByFive(), .contents = filled()};
    EXPECT_EQ(run.fault(),
              "Thread (0, 0, 0) of block (0, 0, 0) in k read A[3][0], beyond the end of A, which has 3 rows of 5 (PTX "
              "line 13).");
}

TEST(Faults, ReadingBeforeTheStartHasANegativeRow) {
    Trial run{.body = readAt("-4"), .block = {1, 1, 1}, .buffers = threeByFive(), .contents = filled()};
    EXPECT_NE(run.fault().find("read A[-1][4], before the start of A"), std::string::npos);
}

TEST(Faults, ANullPointerIsInNoBuffer) {
    Trial run{.body = "mov.u64 %d0, 0;\nst.global.u32 [%d0+8], %r1;\nret;\n", .block = {1, 1, 1}};
    EXPECT_EQ(run.fault(),
              "Thread (0, 0, 0) of block (0, 0, 0) in k wrote global address 0x8, which is in no buffer: it is next to "
              "address 0, a null pointer (PTX line 13).");
    const Fault& fault = *run.emulator->reports().back().fault;
    EXPECT_EQ(fault.kind, Fault::Kind::InvalidAddress);
    EXPECT_EQ(explain(fault),
              describe(fault) + " Is the pointer a null pointer, or was an index or a length used as one?");
}

TEST(Faults, AHostPointerIsToldFromOthers) {
    const auto at = [](const std::string& address) {
        Trial run{.body = "mov.u64 %d0, " + address + ";\nld.global.u32 %r1, [%d0];\nret;\n", .block = {1, 1, 1}};
        run.fault();
        return *run.emulator->reports().back().fault;
    };
    for (const char* const host : {"0x7ffd12345678", "0x7f8812345678", "0x55d512345678"}) {
        EXPECT_NE(describe(at(host)).find("it looks like an address of the host"), std::string::npos) << host;
        EXPECT_NE(at(host).hint.find("pointer to memory of the host?"), std::string::npos) << host;
    }
    EXPECT_EQ(describe(at("0x123456789a0")).find("host"), std::string::npos);
    EXPECT_NE(at("0x123456789a0").hint.find("Was the memory freed"), std::string::npos);
}

TEST(Faults, TheHintDependsOnHowFarBeyondItIs) {
    const auto hintAt = [](const std::string& offset) {
        Trial run{.body = readAt(offset), .block = {32, 1, 1}, .buffers = threeByFive(), .contents = filled()};
        run.fault();
        return run.emulator->reports().back().fault->hint;
    };
    EXPECT_NE(hintAt("60").find("Did you forget a guard such as if (i < n)?"), std::string::npos);
    EXPECT_NE(hintAt("60000").find("The index is far too large"), std::string::npos);
    EXPECT_NE(hintAt("-4").find("no neighbour before them"), std::string::npos);
}

TEST(Faults, TheFirstLaneThatIsWrongIsNamed) {
    Trial run{.body = kAddressOfThread + "ld.global.u32 %r1, [%d1+4];\nret;\n",
              .grid = {2, 1, 1},
              .block = {4, 8, 1},
              .buffers = {{"row", ElementType::I32, 1, 4, {}}},
              .contents = {bytesOf(countingUp(4))}};
    EXPECT_EQ(run.fault(),
              "Thread (3, 0, 0) of block (0, 0, 0) in k read row[4], beyond the end of row, which has 4 elements "
              "(PTX line 16). 7 more threads of its warp did the same.");
    const Fault& fault = *run.emulator->reports().back().fault;
    EXPECT_EQ(fault.kind, Fault::Kind::OutOfBounds);
    EXPECT_EQ(fault.thread, (Dim3{3, 0, 0}));
    EXPECT_EQ(fault.buffer, "row");
    EXPECT_EQ(fault.bytes, 4U);
    EXPECT_EQ(fault.access, AccessKind::Load);
    // Lanes 3, 7, 11, … of four a row read row[4]; the others before them row[1] to row[3], which there are.
    EXPECT_EQ(fault.lanes, 0x88888888U);
}

TEST(Faults, NamesTheSourceLineWhereThereIsOne) {
    Trial run{
        .body = ".loc 1 41 3\n" + readAt("64"), .block = {1, 1, 1}, .buffers = threeByFive(), .contents = filled()};
    run.body += "}\n.file 1 \"/home/me/matmul.cu\"\n.visible .entry other()\n{\nret;\n";
    EXPECT_NE(run.fault().find("(matmul.cu, line 41; PTX line 14)"), std::string::npos);
}

TEST(Faults, NothingIsWrittenByTheInstructionThatFaults) {
    Trial run{
        .body = kAddressOfThread + "st.global.u32 [%d1], %r0;\nret;\n", .buffers = threeByFive(), .contents = filled()};
    EXPECT_NE(run.fault().find("Thread (15, 0, 0)"), std::string::npos);
    EXPECT_EQ(run.result<std::int32_t>(), countingUp(15));
}

TEST(Faults, MisalignedAddressesAreNamed) {
    Trial run{.body = readAt("2"), .block = {1, 1, 1}, .buffers = threeByFive(), .contents = filled()};
    EXPECT_EQ(run.fault(),
              "Thread (0, 0, 0) of block (0, 0, 0) in k read 4 bytes at global address 0x700000000002 (in "
              "A[0][0]), which is not a multiple of 4 (PTX line 13).");
    Trial pair{.body = "ld.param.u64 %d0, [a];\nld.global.v2.u32 {%r1, %r2}, [%d0+4];\nret;\n", .contents = filled()};
    EXPECT_NE(pair.fault().find("which is not a multiple of 8"), std::string::npos);
}

TEST(Faults, ReadingGlobalMemoryThatNobodyWrote) {
    Trial run{.body = readAt("4"), .block = {1, 1, 1}, .buffers = threeByFive()};
    EXPECT_NE(run.fault().find("read A[0][1] before anything was written there"), std::string::npos);
}

TEST(Faults, WordsAreTrackedOneByOne) {
    const std::string body = kAddressOfThread + "setp.ne.u32 %p1, %r0, 7;\n@%p1 st.global.u32 [%d1], %r0;\n";
    Trial good{.body = body + "@%p1 ld.global.u32 %r1, [%d1];\nret;\n"};
    good.ok();
    Trial bad{.body = body + "ld.global.u32 %r1, [%d1];\nret;\n"};
    EXPECT_NE(bad.fault().find("Thread (7, 0, 0) of block (0, 0, 0) in k read a[7] before"), std::string::npos);
}

const std::string kTile = ".shared .align 4 .b8 first[64];\n.shared .align 4 .b8 tile[64];\n" + kAddressOfThread;

TEST(Faults, SharedArraysHaveTheirRowsAndColumns) {
    Trial run{.body = kTile + "mov.u32 %r1, first;\nmov.u32 %r1, tile;\nst.shared.u32 [%r1+64], %r0;\nret;\n",
              .block = {1, 1, 1},
              .shared = {{"first", ElementType::F32, 4, 4}, {"tile", ElementType::F32, 4, 4}}};
    EXPECT_NE(run.fault().find("wrote tile[4][0], beyond the end of tile, which has 4 rows of 4"), std::string::npos)
        << run.fault();
    Trial uninitialised{.body = kTile + "mov.u32 %r1, first;\nmov.u32 %r1, tile;\nld.shared.f32 %f1, [%r1+24];\nret;\n",
                        .block = {1, 1, 1},
                        .shared = {{"tile", ElementType::F32, 4, 4}}};
    EXPECT_NE(uninitialised.fault().find("read tile[1][2] before anything was written there"), std::string::npos);
    Trial below{.body = kTile + "mov.u32 %r1, first;\nld.shared.f32 %f1, [%r1+-4];\nret;\n",
                .block = {1, 1, 1},
                .shared = {{"first", ElementType::F32, 4, 4}}};
    EXPECT_NE(below.fault().find("read first[-1][3], before the start of first"), std::string::npos);
}

TEST(Faults, SharedMemoryIsUninitialisedAgainInEachBlock) {
    const std::string body =
        ".shared .align 4 .b8 s[128];\n" + kAddressOfThread +
        "mov.u32 %r1, s;\nmad.lo.u32 %r2, %r0, 4, %r1;\nmov.u32 %r3, %ctaid.x;\n"
        "setp.eq.u32 %p1, %r3, 0;\n@%p1 st.shared.u32 [%r2], %r0;\nld.shared.u32 %r4, [%r2];\nret;\n";
    Trial run{.body = body, .grid = {2, 1, 1}};
    EXPECT_NE(run.fault().find("Thread (0, 0, 0) of block (1, 0, 0) in k read s"), std::string::npos);
}

TEST(Faults, ABarrierThatPartOfAWarpMisses) {
    Trial run{.body = kAddressOfThread +
                      "setp.lt.u32 %p1, %r0, 16;\n@!%p1 bra OUT;\nbar.sync 0;\nOUT:\nbar.sync 0;\nst.global.u32 [%d1], "
                      "%r0;\nret;\n"};
    EXPECT_EQ(
        run.fault(),
        "Thread (16, 0, 0) of block (0, 0, 0) in k did not come to the barrier that other threads of its warp wait at "
        "(PTX line 18): __syncthreads() must be reached by all threads or by none.");
}

TEST(Faults, WarpsThatWaitAtDifferentBarriers) {
    Trial run{.body = kAddressOfThread +
                      "setp.lt.u32 %p1, %r0, 32;\n@!%p1 bra OTHER;\nbar.sync 0;\nret;\nOTHER:\nbar.sync 1;\nret;\n",
              .block = {64, 1, 1}};
    EXPECT_NE(run.fault().find("Thread (32, 0, 0) of block (0, 0, 0) in k waits at one barrier while other threads"),
              std::string::npos);
}

TEST(Faults, ALoopWithoutEndUsesUpItsSteps) {
    Trial run{.body = "LOOP:\nadd.u32 %r1, %r1, 1;\nbra LOOP;\n"};
    run.options.stepBudget = 1000;
    EXPECT_NE(run.fault().find("still running when the launch had used up its steps"), std::string::npos);
    EXPECT_GE(run.counts().warpInstructions, 1000U);
    EXPECT_LE(run.counts().warpInstructions, 1010U);
}

TEST(Faults, TheLoopThatNeverEndsIsNamed) {
    const std::string loop =
        ".loc 1 7 1\nmov.u32 %r1, 0;\nLOOP:\n.loc 1 8 1\nadd.u32 %r1, %r1, 1;\nmov.u32 %r2, 0;\nINNER:\n"
        ".loc 1 9 1\nadd.u32 %r2, %r2, 1;\n.loc 1 10 1\nadd.u32 %r3, %r2, 1;\nbra INNER;\nbra LOOP;\n"
        "}\n.file 1 \"spin.cu\"\n.visible .entry other()\n{\nret;\n";
    Trial run{.body = loop};
    run.options.stepBudget = 1000;
    EXPECT_NE(run.fault().find("had used up its steps, in the loop of lines 9 to 10 (spin.cu, line "),
              std::string::npos)
        << run.fault();
    EXPECT_EQ(run.emulator->reports().back().fault->lanes, 0xffffffffU);
    Trial bare{.body = "LOOP:\nadd.u32 %r1, %r1, 1;\nbra LOOP;\n"};
    bare.options.stepBudget = 1000;
    EXPECT_NE(bare.fault().find(", in the loop of PTX lines 13 to 14 ("), std::string::npos) << bare.fault();
}

TEST(Faults, EveryKindHasItsNameAndItsSentence) {
    Fault fault;
    fault.kernel = "k";
    fault.ptxLine = 7;
    fault.detail = "DETAIL";
    for (int kind = 0; kind <= static_cast<int>(Fault::Kind::Trap); ++kind) {
        fault.kind = static_cast<Fault::Kind>(kind);
        EXPECT_FALSE(nameOf(fault.kind).empty()) << kind;
        EXPECT_NE(describe(fault).find("Thread (0, 0, 0) of block (0, 0, 0) in k "), std::string::npos) << kind;
        EXPECT_NE(describe(fault).find("(PTX line 7)"), std::string::npos) << kind;
    }
    fault.function = "power";
    EXPECT_NE(describe(fault).find(" in power, called by k "), std::string::npos);
}

TEST(Faults, AllLanesThatAreWrongAreCounted) {
    // Lanes 8 to 31 are beyond the eight elements, and of those only odd ones take part.
    Trial run{.body = kAddressOfThread +
                      "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p1, %r2, 1;\n"
                      "@%p1 ld.global.u32 %r1, [%d1];\nret;\n",
              .buffers = {{"row", ElementType::I32, 1, 8, {}}},
              .contents = {bytesOf(countingUp(8))}};
    EXPECT_NE(
        run.fault().find("read row[9], beyond the end of row, which has 8 elements (PTX line 18). 11 more threads "
                         "of its warp did the same."),
        std::string::npos);
    EXPECT_EQ(run.emulator->reports().back().fault->lanes, 0xaaaaaa00U);
    Trial shared{.body = ".shared .align 4 .b8 s[64];\n" + kAddressOfThread +
                         "mov.u32 %r1, s;\nmad.lo.u32 %r2, %r0, 4, %r1;\nst.shared.u32 [%r2], %r0;\nret;\n"};
    EXPECT_NE(shared.fault().find("15 more threads"), std::string::npos);
}

TEST(Faults, ATrapIsTold) {
    Trial run{.body = kAddressOfThread + "setp.eq.u32 %p1, %r0, 3;\n@%p1 trap;\nret;\n"};
    EXPECT_NE(run.fault().find("Thread (3, 0, 0) of block (0, 0, 0) in k stopped the kernel with a trap"),
              std::string::npos);
}

TEST(Faults, CountsEndBeforeTheFaultingInstruction) {
    Trial run{.body = readAt("4000"), .buffers = threeByFive(), .contents = filled()};
    run.fault();
    EXPECT_EQ(run.counts().warpInstructions, 1U);
    EXPECT_EQ(run.counts().threadInstructions, 32U);
    EXPECT_EQ(run.counts().globalLoad.requests, 0U);
}

TEST(Faults, WildAddressesNeverCrash) {
    // Lanes far apart, so that distances and sums of addresses wrap.
    Trial run{.body = kAddressOfThread +
                      "mul.lo.u64 %d2, %d1, -7046029254386353131;\nmul.wide.u32 %d3, %r0, -4;\nshl.b64 %d3, %d3, 26;\n"
                      "add.u64 %d2, %d2, %d3;\nld.global.u8 %h1, [%d2];\nret;\n"};
    EXPECT_NE(run.fault().find("which is in no buffer"), std::string::npos);
    Trial nothing{.body = "mov.u64 %d0, 5;\nld.global.u8 %h1, [%d0];\nret;\n", .buffers = {}};
    EXPECT_NE(nothing.fault().find("read global address 0x5, which is in no buffer"), std::string::npos);
    Trial shared{.body = ".shared .align 4 .b8 s[128];\n" + kAddressOfThread +
                         "mov.u32 %r1, s;\nmul.lo.u32 %r2, %r0, 267914296;\nadd.u32 %r2, %r2, %r1;\n"
                         "st.shared.u8 [%r2], %r0;\nret;\n"};
    EXPECT_NE(shared.fault().find("Thread (1, 0, 0)"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::simt
