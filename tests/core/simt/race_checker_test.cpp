// SPDX-License-Identifier: GPL-3.0-or-later
// What counts as a race, and what orders two accesses.
#include "core/simt/check/race_checker.h"

#include <gtest/gtest.h>

#include "core/simt/memory/place_name.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

RaceReport checked(Trial run, RaceCheckOptions options = {}) {
    RaceChecker checker(options);
    run.options.observer = &checker;
    run.ok();
    return checker.reports().empty() ? RaceReport() : checker.reports().back();
}

/// %r0 = %tid.x, %r1 = s + 4 × %tid.x, with a shared array s of 256 bytes that all threads have written before a
/// barrier.
const std::string kShared = ".shared .align 8 .b8 s[256];\n" + kAddressOfThread +
                            "mov.u32 %r9, s;\nmad.lo.u32 %r1, %r0, 4, %r9;\nst.shared.u32 [%r1], %r0;\nbar.sync 0;\n";

std::string sentences(const RaceReport& report) {
    std::string text;
    for (const Finding& finding : report.findings) text += describe(finding) + "\n";
    return text;
}

TEST(Races, ReadingWhatAnotherWarpWritesIsOne) {
    const std::string body = kShared +
                             "setp.eq.u32 %p1, %r0, 3;\n@%p1 st.shared.u32 [%r9+16], %r0;\n"
                             "setp.eq.u32 %p2, %r0, 40;\n@%p2 ld.shared.u32 %r3, [%r9+16];\nret;\n";
    const RaceReport report = checked({.body = body, .block = {64, 1, 1}});
    ASSERT_EQ(report.findings.size(), 1U) << sentences(report);
    const Finding& finding = report.findings[0];
    EXPECT_EQ(describe(finding),
              "In k, thread (3, 0, 0) of block (0, 0, 0) writes s[4] (PTX line 22), and thread (40, 0, 0) of block "
              "(0, 0, 0) reads it (PTX line 24), without a barrier between: which comes first is chance.");
    EXPECT_EQ(finding.severity, Finding::Severity::Error);
    EXPECT_EQ(finding.kind, Finding::Kind::BlockRace);
    EXPECT_EQ(finding.first.access, AccessKind::Store);
    EXPECT_EQ(finding.second.access, AccessKind::Load);
    EXPECT_EQ(finding.hint, "Put __syncthreads() between the two.");
    EXPECT_EQ(finding.count, 1U);
    EXPECT_TRUE(report.complete());
    EXPECT_EQ(summary(report), "1 finding");
}

TEST(Races, MemoryThatIsGivenBackMayBeGivenToOthers) {
    // Both warps get the same pieces of the heap, one after the other.
    const std::string declarations =
        ".extern .func (.param .b64 out) malloc(.param .b64 bytes);\n.extern .func free(.param .b64 pointer);\n";
    const std::string uses =
        "{\n.param .b64 p;\nst.param.b64 [p], 16;\n.param .b64 q;\ncall (q), malloc, (p);\nld.param.b64 %d5, [q];\n}\n"
        "mov.u32 %r0, %tid.x;\nst.u32 [%d5], %r0;\n";
    const std::string release = "{\n.param .b64 p;\nst.param.b64 [p], %d5;\ncall free, (p);\n}\n";
    const auto races = [&](const std::string& body) {
        return sentences(checked({.body = body + "ret;\n", .block = {64, 1, 1}, .declarations = declarations}));
    };
    EXPECT_EQ(races(uses + release), "");
    // What is used after that is a race with the next owner.
    EXPECT_NE(races(uses + release + "bar.warp.sync -1;\nst.u32 [%d5], %r0;\n"), "");
}

TEST(Races, NumbersInVectorsAreSet) {
    const std::string body =
        kAddressOfThread +
        "add.s64 %d1, %d1, %d1;\nsub.s64 %d1, %d1, %d0;\n"
        "st.global.v2.u32 [%d1], {%r0, 7};\nmov.b64 %d3, {%r0, 7};\nst.global.u64 [%d1], %d3;\nret;";
    EXPECT_EQ(sentences(checked({.body = body})), "");
}

TEST(Races, TilesOfAWarpHaveMasksOfTheirOwn) {
    // Each eight lanes name themselves, as tiled_partition<8> does.
    const std::string body = kAddressOfThread + "and.b32 %r1, %r0, 24;\nshl.b32 %r2, 255, %r1;\n";
    EXPECT_EQ(
        sentences(checked({.body = body + "shfl.sync.down.b32 %r3, %r0, 1, 0x181f, %r2;\nbar.warp.sync %r2;\nret;"})),
        "");
    // Here lanes 16 to 31 name lanes 8 to 15, which are none of them.
    EXPECT_NE(sentences(checked(
                  {.body = body + "min.u32 %r2, %r2, 0xff00;\nshfl.sync.down.b32 %r3, %r0, 1, 0x181f, %r2;\nret;"})),
              "");
}

TEST(Races, AShuffleMayReadOnlyLanesOfItsMask) {
    // Half warps that name themselves: lanes 0 to 15 and lanes 16 to 31.
    const auto found = [](const std::string& shuffle) {
        return checked({.body = kAddressOfThread +
                                "setp.lt.u32 %p1, %r0, 16;\nselp.b32 %r2, 0xffff, 0xffff0000, %p1;\n" + shuffle +
                                "\nret;\n"});
    };
    const RaceReport report = found("shfl.sync.idx.b32 %r3, %r0, 0, 0x1f, %r2;");  // the width forgotten
    ASSERT_EQ(report.findings.size(), 1U) << sentences(report);
    EXPECT_EQ(report.findings[0].severity, Finding::Severity::Warning);
    EXPECT_EQ(describe(report.findings[0]),
              "Thread (16, 0, 0) of block (0, 0, 0) in k gives a warp operation the mask 0xffff0000 (PTX line 18), and "
              "reads lane 0 with it, which the mask does not name. What it gets is then not defined.");
    EXPECT_NE(report.findings[0].hint.find("__shfl_sync(mask, value, lane, 16)"), std::string::npos);
    EXPECT_EQ(found("shfl.sync.bfly.b32 %r3, %r0, 16, 0x1f, %r2;").findings.size(), 1U);
    EXPECT_EQ(found("@!%p1 bra E;\nshfl.sync.down.b32 %r3, %r0, 16, 0x1f, %r2;\nE:").findings.size(), 1U);
    for (const char* right :
         {"shfl.sync.idx.b32 %r3, %r0, 0, 0x101f, %r2;", "shfl.sync.bfly.b32 %r3, %r0, 8, 0x101f, %r2;",
          "shfl.sync.bfly.b32 %r3, %r0, 8, 0x1f, %r2;", "shfl.sync.up.b32 %r3, %r0, 1, 0x1000, %r2;",
          // A sum or a scan throws away what the lanes at the edge get.
          "shfl.sync.down.b32 %r3, %r0, 8, 0x1f, %r2;", "shfl.sync.up.b32 %r3, %r0, 1, 0, %r2;",
          // The lane to read, or the mask, is overwritten by what is read.
          "mov.u32 %r3, %r0;\nshfl.sync.idx.b32 %r3, 0, %r3, 0x1f, %r2;", "shfl.sync.idx.b32 %r2, 5, %r0, 0x1f, %r2;"})
        EXPECT_EQ(sentences(found(right)), "") << right;
}

TEST(Races, AWidthIsLookedAtOnlyWhereItIsStillThere) {
    const std::string width = "mov.u32 %r3, 0x1f;\nmov.u32 %r1, 0x700;\n";
    EXPECT_EQ(sentences(checked({.body = width + "shfl.sync.idx.b32 %r3, %r1, 0, %r3, -1;\nret;\n"})), "");
    // A width of one is allowed, one of 25 is not.
    EXPECT_EQ(sentences(checked({.body = width + "shfl.sync.idx.b32 %r3, %r1, 0, 0x1f1f, -1;\nret;\n"})), "");
    const RaceReport report = checked({.body = width + "shfl.sync.idx.b32 %r3, %r0, 0, %r1, -1;\nret;\n"});
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].hint, "The width must be 1, 2, 4, 8, 16 or 32.");
}

TEST(Races, ABarrierBetweenOrdersThem) {
    const std::string body = kShared +
                             "setp.eq.u32 %p1, %r0, 3;\n@%p1 st.shared.u32 [%r9+16], %r0;\nbar.sync 0;\n"
                             "setp.eq.u32 %p2, %r0, 40;\n@%p2 ld.shared.u32 %r3, [%r9+16];\nret;\n";
    EXPECT_EQ(sentences(checked({.body = body, .block = {64, 1, 1}})), "");
}

TEST(Races, TheNextRoundOfALoopIsNotOrderedByTheBarrierBefore) {
    // Read, barrier, write, and again: the write races with the read of the next round.
    const std::string body = kShared +
                             "mov.u32 %r5, 0;\nLOOP:\nxor.b32 %r6, %r0, 32;\nmad.lo.u32 %r7, %r6, 4, %r9;\n"
                             "ld.shared.u32 %r3, [%r7];\nbar.sync 0;\nst.shared.u32 [%r1], %r3;\n"
                             "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 3;\n@%p1 bra LOOP;\nret;\n";
    const RaceReport report = checked({.body = body, .block = {64, 1, 1}});
    ASSERT_FALSE(report.findings.empty());
    EXPECT_NE(describe(report.findings[0]).find("writes it"), std::string::npos);
    EXPECT_GT(report.findings[0].count, 1U);
}

TEST(Races, LanesOfAWarpAreNotInStep) {
    const std::string read = "xor.b32 %r6, %r0, 1;\nmad.lo.u32 %r7, %r6, 4, %r9;\nld.shared.u32 %r3, [%r7];\nret;\n";
    const RaceReport report = checked({.body = kShared + "st.shared.u32 [%r1], 7;\n" + read});
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].severity, Finding::Severity::Warning);
    EXPECT_TRUE(report.findings[0].sameWarp);
    EXPECT_EQ(report.findings[0].count, 32U);
    EXPECT_NE(describe(report.findings[0]).find("without __syncwarp() between"), std::string::npos);
    EXPECT_EQ(sentences(checked({.body = kShared + "st.shared.u32 [%r1], 7;\nbar.warp.sync 0xffffffff;\n" + read})),
              "");
}

// In round k lane k writes s[0].
TEST(Races, RoundsOfALoopAreStepsOfTheirOwn) {
    const auto loop = [](const std::string& between) {
        return kShared + "mov.u32 %r5, 0;\nLOOP:\nsetp.eq.u32 %p1, %r0, %r5;\n@%p1 st.shared.u32 [%r9], %r0;\n" +
               between + "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, 32;\n@%p2 bra LOOP;\nret;\n";
    };
    const RaceReport report = checked({.body = loop("")});
    ASSERT_EQ(report.findings.size(), 1U) << sentences(report);
    EXPECT_EQ(report.findings[0].severity, Finding::Severity::Warning);
    EXPECT_FALSE(report.findings[0].sameStep);
    EXPECT_NE(describe(report.findings[0]).find("without __syncwarp() between"), std::string::npos);
    EXPECT_EQ(report.findings[0].hint.find("atomic operation"), std::string::npos) << report.findings[0].hint;
    EXPECT_EQ(sentences(checked({.body = loop("bar.warp.sync 0xffffffff;\n")})), "");
    // Lanes that write together are another matter, and it is the worse one that is told.
    const RaceReport together = checked({.body = kShared + "st.shared.u32 [%r9], %r0;\nret;\n"});
    ASSERT_EQ(together.findings.size(), 1U);
    EXPECT_EQ(together.findings[0].severity, Finding::Severity::Error);
    EXPECT_TRUE(together.findings[0].sameStep);
}

TEST(UnsetConstants, AreToldOnce) {
    const std::string read =
        kAddressOfThread +
        "ld.const.u32 %r1, [c+8];\nld.const.u32 %r2, [c];\nmov.u64 %d2, c;\ncvta.const.u64 %d2, %d2;\n"
        "ld.u32 %r3, [%d2+4];\nret;\n";
    const RaceReport report =
        checked({.body = read, .grid = {3, 1, 1}, .declarations = ".const .align 4 .b8 c[64];\n"});
    ASSERT_EQ(report.findings.size(), 1U) << sentences(report);
    EXPECT_EQ(
        describe(report.findings[0]),
        "Thread (0, 0, 0) of block (0, 0, 0) in k reads the __constant__ variable c (PTX line 17), which was never "
        "set: it holds zeros here.");
    EXPECT_EQ(report.findings[0].severity, Finding::Severity::Warning);
    EXPECT_EQ(report.findings[0].buffer, "c");
    EXPECT_NE(report.findings[0].hint.find("cudaMemcpyToSymbol"), std::string::npos);
    for (const std::string declaration :
         {".const .align 4 .u32 c[16] = {1, 2, 3};\n", ".global .align 4 .u32 c[16];\n"}) {
        Trial other{.body = read, .declarations = declaration};
        for (std::size_t at; declaration[1] == 'g' && (at = other.body.find(".const")) != std::string::npos;)
            other.body.replace(at, 6, ".global");
        EXPECT_EQ(sentences(checked(std::move(other))), "");
    }
}

TEST(Races, APartialWarpBarrierOrdersItsLanesOnly) {
    // Lanes 0-15 meet; lanes 16-31 meet in another. Lane 0 reads what lane 1 wrote, lane 16 what lane 1 wrote.
    const std::string body = kShared +
                             "st.shared.u32 [%r1], 7;\nsetp.lt.u32 %p1, %r0, 16;\n@%p1 bar.warp.sync 0xffff;\n"
                             "@!%p1 bar.warp.sync 0xffff0000;\n";
    EXPECT_EQ(sentences(checked({.body = body + "setp.eq.u32 %p2, %r0, 0;\n@%p2 ld.shared.u32 %r3, [%r9+4];\nret;\n"})),
              "");
    const RaceReport report =
        checked({.body = body + "setp.eq.u32 %p2, %r0, 16;\n@%p2 ld.shared.u32 %r3, [%r9+4];\nret;\n"});
    EXPECT_EQ(report.findings.size(), 1U);
}

TEST(Races, BytesOfAWordAreKeptApart) {
    const std::string body =
        ".shared .align 4 .b8 s[64];\n" + kAddressOfThread + "mov.u32 %r9, s;\nadd.u32 %r1, %r0, %r9;\n";
    EXPECT_EQ(sentences(checked({.body = body + "st.shared.u8 [%r1], %r0;\nret;\n", .block = {64, 1, 1}})), "");
    const RaceReport report =
        checked({.body = body + "and.b32 %r1, %r1, 62;\nst.shared.u8 [%r1], %r0;\nret;\n", .block = {64, 1, 1}});
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].count, 32U);
}

TEST(Races, WritingTheSameValueIsANote) {
    const RaceReport same = checked({.body = kShared + "st.shared.u32 [%r9], 5;\nret;\n", .block = {64, 1, 1}});
    ASSERT_EQ(same.findings.size(), 1U) << sentences(same);
    EXPECT_EQ(same.findings[0].severity, Finding::Severity::Note);
    const RaceReport different = checked({.body = kShared + "st.shared.u32 [%r9], %r0;\nret;\n", .block = {64, 1, 1}});
    ASSERT_EQ(different.findings.size(), 1U);
    EXPECT_EQ(different.findings[0].severity, Finding::Severity::Error);
}

TEST(Races, AtomicsDoNotRaceWithAtomics) {
    const std::string atomic = "atom.shared.add.u32 %r3, [%r9], 1;\n";
    EXPECT_EQ(sentences(checked({.body = kShared + atomic + "ret;\n", .block = {64, 1, 1}})), "");
    const RaceReport report =
        checked({.body = kShared + atomic + "ld.shared.u32 %r4, [%r9];\nret;\n", .block = {64, 1, 1}});
    ASSERT_EQ(report.findings.size(), 1U);  // once, whichever of the two comes first
    EXPECT_NE(report.findings[0].first.access, report.findings[0].second.access);
}

TEST(Races, VectorsAndGenericAddressesAreSeen) {
    const std::string body = kShared +
                             "cvt.u64.u32 %d5, %r9;\ncvta.shared.u64 %d5, %d5;\n"
                             "setp.eq.u32 %p1, %r0, 0;\n@%p1 st.v2.u32 [%d5], {%r0, %r0};\n"
                             "setp.eq.u32 %p2, %r0, 33;\n@%p2 ld.shared.u32 %r3, [%r9+4];\nret;\n";
    const RaceReport report = checked({.body = body, .block = {64, 1, 1}});
    ASSERT_EQ(report.findings.size(), 1U) << sentences(report);
    EXPECT_EQ(report.findings[0].element, "s[1]");
    EXPECT_EQ(report.findings[0].space, program::Space::Shared);
}

TEST(Races, BlocksAreNeverOrderedByBarriers) {
    const std::string body =
        kAddressOfThread + "mov.u32 %r3, %ctaid.x;\nbar.sync 0;\nst.global.u32 [%d1], %r3;\nret;\n";
    const RaceReport report = checked({.body = body, .grid = {2, 1, 1}});
    ASSERT_EQ(report.findings.size(), 1U) << sentences(report);
    EXPECT_EQ(report.findings[0].kind, Finding::Kind::GridRace);
    EXPECT_EQ(report.findings[0].element, "a[0]");
    EXPECT_EQ(report.findings[0].first.block, (Dim3{0, 0, 0}));
    EXPECT_EQ(report.findings[0].second.block, (Dim3{1, 0, 0}));
    EXPECT_EQ(report.findings[0].count, 32U);
    EXPECT_NE(describe(report.findings[0]).find("nothing says which block comes first"), std::string::npos);
}

TEST(Races, AFenceAndAnAtomicOrderBlocks) {
    const auto body = [](const std::string& fence) {
        // Block 0 writes a[5], then counts in a[0]; block 1 counts, then reads a[5].
        return kAddressOfThread +
               "mov.u32 %r3, %ctaid.x;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 st.global.u32 [%d0+20], %r3;\n" + fence +
               "atom.global.add.u32 %r4, [%d0], 1;\n@!%p1 ld.global.u32 %r5, [%d0+20];\nret;\n";
    };
    const std::vector<std::vector<std::byte>> zeros{std::vector<std::byte>(4096)};
    Trial run{.body = body("membar.gl;\n"), .grid = {2, 1, 1}, .block = {1, 1, 1}, .contents = zeros};
    EXPECT_EQ(sentences(checked(std::move(run))), "");
    Trial without{.body = body(""), .grid = {2, 1, 1}, .block = {1, 1, 1}, .contents = zeros};
    EXPECT_EQ(checked(std::move(without)).findings.size(), 1U);
}

TEST(Races, NamedBarriersOrderWhoComesToThem) {
    // Warp 0 writes and arrives; warp 1 waits for it and reads. Warp 2 has nothing to do with it.
    const auto body = [](const std::string& reader) {
        return kShared +
               "setp.lt.u32 %p1, %r0, 32;\nsetp.ge.u32 %p2, %r0, 32;\nsetp.ge.u32 %p3, %r0, 64;\n"
               "@!%p1 bra OTHERS;\nst.shared.u32 [%r1], 7;\nbar.arrive 1, 64;\nret;\nOTHERS:\n@%p3 bra THIRD;\n"
               "bar.sync 1, 64;\n" +
               (reader == "second" ? "ld.shared.u32 %r4, [%r9];\n" : "") + "ret;\nTHIRD:\n" +
               (reader == "third" ? "ld.shared.u32 %r4, [%r9];\n" : "") + "ret;\n";
    };
    EXPECT_EQ(sentences(checked({.body = body("second"), .block = {64, 1, 1}})), "");
    Trial three{.body = body("third"), .block = {96, 1, 1}};
    three.body.replace(three.body.find("s[256]"), 6, "s[384]");
    EXPECT_EQ(checked(std::move(three)).findings.size(), 1U);
}

TEST(Races, WhatIsNotCheckedIsSaid) {
    const Trial run{.body = kShared + "ret;\n", .grid = {8, 1, 1}};
    const RaceReport whole = checked(Trial{.body = run.body, .grid = run.grid});
    EXPECT_TRUE(whole.complete());
    EXPECT_EQ(whole.steps, 8U * 9);
    EXPECT_EQ(whole.accesses, 8U * 32);
    const RaceReport report = checked(Trial{.body = run.body, .grid = run.grid}, {.cost = whole.cost * 29 / 80});
    EXPECT_FALSE(report.complete());
    EXPECT_EQ(report.blocksChecked, 2U);
    EXPECT_EQ(report.steps, 2U * 9 + report.partSteps);
    EXPECT_EQ(summary(report), "races: 2 of 8 blocks were checked, and " + std::to_string(report.partSteps) +
                                   " warp instructions of the next");
}

/// What a check of `rounds` rounds of a loop over shared memory costs, a round.
double costOfRound(const std::string& round, std::uint32_t rounds, std::uint32_t threads = 32) {
    const std::string body = kShared + "mov.u32 %r8, 0;\nmov.u32 %r5, 0;\nLOOP:\n" + round +
                             "add.u32 %r8, %r8, 1;\nsetp.lt.u32 %p1, %r8, " + std::to_string(rounds) +
                             ";\n@%p1 bra LOOP;\nret;\n";
    const RaceReport report = checked({.body = body, .block = {threads, 1, 1}}, {.cost = ~std::uint64_t{0}});
    EXPECT_TRUE(report.complete());
    return static_cast<double>(report.cost) / rounds;
}

TEST(Cost, OfARoundIsTheSameHoweverManyThereAre) {
    const std::string element = "and.b32 %r6, %r8, 31;\nmad.lo.u32 %r6, %r6, 4, %r9;\n";
    const std::string own = "add.u32 %r6, %r0, %r8;\nand.b32 %r6, %r6, 31;\nmad.lo.u32 %r6, %r6, 4, %r9;\n";
    const std::vector<std::string> rounds{
        element + "ld.shared.u32 %r7, [%r6];\n",  // all lanes, one word after the other
        own + "ld.shared.u32 %r7, [%r6];\n",      // each word by another lane in each round
        own + "st.shared.u32 [%r6], %r0;\n",      // which race
        own + "st.shared.u32 [%r6], %r8;\nld.shared.u32 %r7, [%r1];\n",
        own + "atom.shared.add.u32 %r7, [%r6], 1;\n",
        "st.global.u32 [%d0], %r0;\n",
    };
    for (const std::string& round : rounds) {
        const double few = costOfRound(round, 500);
        EXPECT_LT(costOfRound(round, 2000), 1.3 * few) << round;
        EXPECT_LT(costOfRound(round, 8000), 1.3 * few) << round;
        EXPECT_LT(few, 32 * 1500) << round;
        EXPECT_LT(costOfRound(round, 1000, 64), 4 * few) << round;
    }
}

TEST(Cost, IsKept) {
    const std::string body = kShared + "LOOP:\nst.shared.u32 [%r9], %r0;\nbra LOOP;\n";
    for (const std::uint64_t cost : {50'000U, 500'000U, 5'000'000U}) {
        RaceChecker checker({.cost = cost});
        Trial run{.body = body, .grid = {64, 1, 1}, .block = {1024, 1, 1}};
        run.body.replace(run.body.find("s[256]"), 6, "s[4096]");
        run.options.observer = &checker;
        run.options.stepBudget = 1'000'000;
        run.fault();
        EXPECT_LT(checker.reports().back().cost, cost + 100'000);
        EXPECT_GE(checker.reports().back().cost, cost);
    }
}

TEST(Races, TheListEndsAndTheRestIsCounted) {
    std::string body = kShared;
    for (int i = 0; i < 10; ++i) body += "st.shared.u32 [%r9], %r0;\n";
    const RaceReport report = checked({.body = body + "ret;\n"}, {.mostFindings = 4});
    EXPECT_EQ(report.findings.size(), 4U);
    EXPECT_EQ(report.notKept, 15U);  // of ten instructions each with itself and with the one before it
}

TEST(Unset, VariablesAreToldByWhatTheyDo) {
    const auto finding = [](const std::string& use, const std::string& file = "/home/me/own.cu") {
        // %r5 is never set; %d1 is the address of the thread's element, %r9 that of its element of s.
        const RaceReport report =
            checked({.body = kShared + ".loc 1 7 3\n" + use + "\nret;", .declarations = ".file 1 \"" + file + "\"\n"});
        return report.findings.empty() ? Finding() : report.findings.front();
    };
    const auto expectUse = [&](const std::string& how, Finding::Use use, Finding::Severity severity,
                               const std::string& words) {
        const Finding found = finding(how);
        EXPECT_EQ(found.kind, Finding::Kind::UnsetVariable) << how;
        EXPECT_EQ(found.use, use) << how;
        EXPECT_EQ(found.severity, severity) << how;
        EXPECT_NE(describe(found).find("uses a variable that was never set (own.cu, line 7"), std::string::npos)
            << describe(found);
        EXPECT_NE(describe(found).find("): " + words), std::string::npos) << describe(found);
    };
    using Use = Finding::Use;
    using Severity = Finding::Severity;
    expectUse("setp.eq.u32 %p1, %r5, 7;\n@%p1 st.global.u32 [%d1], %r0;", Use::Guard, Severity::Error,
              "a branch depends on it");
    expectUse("add.u32 %r6, %r1, %r5;\nld.shared.u32 %r7, [%r6];", Use::Address, Severity::Error,
              "it is part of the address that is read");
    expectUse("add.u32 %r6, %r1, %r5;\nst.shared.u32 [%r6], %r0;", Use::Address, Severity::Error,
              "it is part of the address that is written");
    expectUse("add.u32 %r6, %r0, %r5;\nst.global.u32 [%d1], %r6;", Use::Value, Severity::Error,
              "what comes of it is written to memory");
    expectUse("red.shared.add.u32 [%r1], %r5;", Use::Value, Severity::Error,
              "what comes of it is written to shared memory");
    // The one that is told is the one that is meant.
    const Finding two =
        finding("add.u32 %r6, %r1, %r5;\n.loc 1 8 3\nadd.u32 %r7, %r0, %r8;\nst.shared.u32 [%r6], %r7;");
    EXPECT_EQ(two.use, Use::Address);
    EXPECT_EQ(two.first.sourceLine, 7U);
    // Threads beyond the end of the data often do that, and nobody reads it.
    expectUse("st.shared.u32 [%r1], %r5;", Use::Value, Severity::Warning,
              "what comes of it is written to shared memory");
    // But it may be used elsewhere too.
    expectUse("st.shared.u32 [%r1], %r5;\nst.global.u32 [%d1], %r5;", Use::Value, Severity::Error,
              "what comes of it is written to memory");
    // CUB puts items that nobody has read into shared memory, and leaves them there.
    const std::string cub = "/usr/local/cuda/include/cub/block/block_exchange.cuh";
    EXPECT_EQ(finding("st.shared.u32 [%r1], %r5;", cub).count, 0U);
    EXPECT_EQ(finding("st.global.u32 [%d1], %r5;", cub).count, 1U);
}

TEST(Divisions, ByZeroAreNoted) {
    const std::string body = kAddressOfThread + "div.u32 %r3, 100, %r0;\nrem.s32 %r4, %r0, 7;\nret;\n";
    const RaceReport report = checked({.body = body});
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(describe(report.findings[0]),
              "Thread (0, 0, 0) of block (0, 0, 0) in k divides a whole number by zero (PTX line 16). A GPU does not "
              "stop at that; what comes out is not defined.");
}

/// A division by zero in another file, behind line 5 of the user's.
Trial dividingIn(const std::string& file) {
    return {.body = ".loc 1 5 3\n" + kAddressOfThread + ".loc 2 9 3\ndiv.u32 %r3, 100, %r0;\nret;\n",
            .declarations = ".file 1 \"/home/me/k.cu\"\n.file 2 \"" + file + "\"\n"};
}
TEST(Lines, OfTheToolkitAreToldByTheUsersBefore) {
    for (const char* file :
         {"/usr/local/cuda/include/k.cuh", "/usr/local/cuda-13.0/targets/x86_64-linux/include/k.cuh",
          "cuda/include/k.cuh", "/usr/local/cuda/include/cuda/std/k.cuh", "/usr/include/k.cuh",
          "C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA\\v13.0\\include\\k.cuh",
          "/opt/nvidia/hpc_sdk/Linux_x86_64/24.3/cuda/12.3/include/k.cuh",
          "/opt/conda/targets/sbsa-linux/include/k.cuh", "/venv/nvidia/cuda_runtime/include/k.cuh"}) {
        const RaceReport report = checked(dividingIn(file));
        ASSERT_EQ(report.findings.size(), 1U) << file;
        EXPECT_EQ(report.findings[0].first.sourceLine, 5U) << file;
    }
    for (const char* file : {"/home/me/cuda-course/include/k.cuh", "/home/me/include/cuda_helpers/k.cuh",
                             "/home/me/cuda/project/include/k.cuh", "include/cuda.cuh", "/home/me/usr/include/k.cuh"}) {
        const RaceReport report = checked(dividingIn(file));
        ASSERT_EQ(report.findings.size(), 1U) << file;
        EXPECT_EQ(report.findings[0].first.sourceLine, 9U) << file;
    }
}
TEST(Lines, OfAllInstructionsAreThoseOfEach) {
    const std::string function =
        ".func f()\n{\n.reg .b32 %r<9>;\n.loc 2 1 1\nmov.u32 %r1, 1;\n.loc 1 2 1\nmov.u32 %r1, 2;\n.loc 2 3 1\n"
        "mov.u32 %r1, 3;\nret;\n}\n";
    std::string text = entryText(
        "mov.u32 %r1, 1;\n.loc 2 4 1\nmov.u32 %r1, 2;\n.loc 1 5 1\nmov.u32 %r1, 3;\n.loc 2 6 1\nmov.u32 %r1, 4;\n"
        "call f;\n.loc 1 7 1\nret;");
    text.insert(text.find(".visible"), ".file 1 \"k.cu\"\n.file 2 \"/usr/local/cuda/include/k.h\"\n" + function);
    const auto kernel = kernelOf(text);
    ASSERT_NE(kernel, nullptr);
    const program::Entry& entry = kernel->module->entries[0];
    ASSERT_EQ(entry.functions.size(), 2U);
    const auto all = shownInFunctions(*kernel->module, entry);
    ASSERT_EQ(all.size(), entry.instructions.size());
    std::size_t none = 0;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i], shownInFunction(*kernel->module, entry, i)) << i;
        if (!all[i]) ++none;
    }
    EXPECT_EQ(none, 3U);  // two before the kernel's first line, one before that of f
}
TEST(Lines, AreThoseOfTheKernelThatRuns) {
    // Two kernels by turns: what is known of one is not told of the other.
    Trial first = dividingIn("/usr/local/cuda/include/k.cuh");
    Trial second = dividingIn("/home/me/k.cuh");
    second.ok();
    RaceChecker checker;
    first.options.observer = &checker;
    first.ok();
    for (const Launch* launch : {&first.launch, &second.launch, &first.launch})
        ASSERT_TRUE(first.emulator->launch(*launch, {}));
    ASSERT_EQ(checker.reports().size(), 4U);
    for (const std::size_t launch : {0, 1, 3})
        EXPECT_EQ(checker.reports()[launch].findings.at(0).first.sourceLine, 5U) << launch;
    EXPECT_EQ(checker.reports()[2].findings.at(0).first.sourceLine, 9U);
}

}  // namespace
}  // namespace lanescope::simt
