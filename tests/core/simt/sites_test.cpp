// SPDX-License-Identifier: GPL-3.0-or-later
// Counts by instruction: their sums are the launch's, and each says what its instruction did.
#include <gtest/gtest.h>

#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

TEST(Sites, SayWhatEachInstructionDid) {
    Trial run{.body = kAddressOfThread +  // instructions 0 to 3
                      "setp.lt.u32 %p0, %r0, 5;\n"
                      "@%p0 ld.global.u32 %r1, [%d1];\n"
                      "@%p0 add.f32 %f0, %f0, %f1;\n"
                      "@%p0 bra DONE;\n"
                      "st.global.u32 [%d1+4096], %r0;\n"
                      "DONE: ret;",
              .block = {64, 1, 1},
              .buffers = {{"a", ElementType::I32, 1, 2048, {}}},
              .contents = {bytesOf(countingUp(1024))}};
    run.ok();
    const std::vector<SiteCounts>& sites = run.emulator->reports().back().sites;
    ASSERT_EQ(sites.size(), 10U);
    EXPECT_EQ(sites[0].warps, 2U);
    EXPECT_EQ(sites[0].lanes, 64U);
    EXPECT_EQ(sites[0].passed, 64U);
    const SiteCounts& load = sites[5];
    EXPECT_EQ(load.access, AccessKind::Load);
    EXPECT_EQ(load.warps, 2U);
    EXPECT_EQ(load.lanes, 64U);
    EXPECT_EQ(load.passed, 5U);
    EXPECT_EQ(load.global, (GlobalCounts{1, 1, 20}));
    EXPECT_EQ(sites[6].fpOperations, 5U);
    const SiteCounts& branch = sites[7];
    EXPECT_EQ(branch.branches, 2U);
    EXPECT_EQ(branch.divergent, 1U);
    EXPECT_EQ(branch.passed, 5U);
    const SiteCounts& store = sites[8];
    EXPECT_EQ(store.access, AccessKind::Store);
    EXPECT_EQ(store.warps, 2U);
    EXPECT_EQ(store.lanes, 59U);
    EXPECT_EQ(store.global, (GlobalCounts{2, 8, 59 * 4}));
    EXPECT_EQ(sites[9].warps, 2U);
    EXPECT_EQ(sumOf(sites), run.counts());
}

/// Odd lanes return from within a loop, the others leave it at different times: one store serves them all.
TEST(Sites, WhoReturnsFromALoopIsNotWaitedFor) {
    for (const Scheduling policy : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        Trial run{.body = kAddressOfThread +  // instructions 0 to 3
                          "mov.u32 %r1, 0;\nand.b32 %r2, %r0, 1;\n"
                          "TOP: add.u32 %r1, %r1, 1;\n"
                          "setp.eq.u32 %p0, %r1, 3;\nsetp.eq.u32 %p1, %r2, 1;\nand.pred %p2, %p0, %p1;\n"
                          "@%p2 bra END;\n"
                          "setp.lt.u32 %p3, %r1, %r0;\n@%p3 bra TOP;\n"
                          "st.global.u32 [%d1], %r1;\n"
                          "END: ret;",
                  .block = {32, 1, 1},
                  .buffers = {{"a", ElementType::I32, 1, 32, {}}},
                  .contents = {bytesOf(countingUp(32))}};
        run.options.scheduling = policy;
        run.ok();
        const std::vector<SiteCounts>& sites = run.emulator->reports().back().sites;
        EXPECT_EQ(sites[13].warps, 1U);
        EXPECT_EQ(sites[13].lanes, 17U);  // the even ones, and 1, which leaves the loop before it could return
    }
}

/// Roots of the thread's number minus 32, three warps: all negative, a zero first, none special.
TEST(Sites, SayWhichOperandsOfRootsAreSpecial) {
    Trial run{.body = kAddressOfThread +
                      "sub.s32 %r1, %r0, 32;\ncvt.rn.f32.s32 %f0, %r1;\nsqrt.rn.f32 %f1, %f0;\n"
                      "sqrt.approx.f32 %f2, %f0;\nst.global.f32 [%d1], %f1;\nst.global.f32 [%d1], %f2;\nret;",
              .block = {96, 1, 1},
              .buffers = {{"a", ElementType::F32, 1, 96, {}}},
              .contents = {bytesOf(std::vector<float>(96))}};
    run.ok();
    const std::vector<SiteCounts>& sites = run.emulator->reports().back().sites;
    EXPECT_EQ(sites[6].specialLanes, 33U);
    EXPECT_EQ(sites[6].specialWarps, 2U);
    EXPECT_EQ(sites[6].specialDivergent, 1U);
    EXPECT_EQ(sites[7].specialLanes, 0U);
}

/// Lanes go round 1 to 8 times: by fours 0, 1 or 2 times; of each four lanes two have two left, and two one.
TEST(Sites, SayHowTheRoundsOfALoopDealOut) {
    Trial run{.body = kAddressOfThread +
                      "and.b32 %r2, %r0, 7;\nmov.u32 %r1, 0;\n"
                      "TOP: add.u32 %r1, %r1, 1;\nsetp.le.u32 %p0, %r1, %r2;\n@%p0 bra TOP;\n"
                      "st.global.u32 [%d1], %r1;\nret;",
              .block = {64, 1, 1},
              .buffers = {{"a", ElementType::I32, 1, 64, {}}},
              .contents = {bytesOf(countingUp(64))}};
    run.ok();
    const RoundCounts& rounds = run.emulator->reports().back().sites[8].rounds;
    EXPECT_EQ(rounds.entries, 2U);
    EXPECT_EQ(rounds.lanes, 64U);
    EXPECT_EQ(rounds.fours, 2 * 2U);
    EXPECT_EQ(rounds.fourLanes, 8U * (4 + 2));
    EXPECT_EQ(rounds.fourPartings, 2 * 2U);
    EXPECT_EQ(rounds.twos, 2U);
    EXPECT_EQ(rounds.twoLanes, 32U);
    EXPECT_EQ(rounds.twoPartings, 2U);
    EXPECT_EQ(rounds.ones, 2U);
    EXPECT_EQ(rounds.oneLanes, 32U);
    EXPECT_EQ(rounds.onePartings, 2U);
}

TEST(Sites, AddUpToTheCountsOfTheLaunchSampledOrNot) {
    for (const std::string id : {"matmul.global", "matmul.tiled", "matmul.rect4-prefetch"}) {
        for (const std::uint64_t maxBlocks : {0U, 9U}) {
            Emulator emulator({.maxBlocks = maxBlocks});
            ASSERT_TRUE(runPlan(planFor(id, {{"n", "100"}, {"block", "16"}}).value(), emulator, {}));
            const LaunchReport& report = emulator.reports().at(0);
            EXPECT_EQ(sumOf(report.sites), report.counts);
            EXPECT_GT(report.counts.globalLoad.requests, 0U);
        }
    }
}

TEST(Sites, SteppingCountsWhatRunningCounts) {
    const Plan plan = planFor("matmul.tiled", {{"n", "16"}, {"block", "16"}}).value();
    Emulator emulator;
    ASSERT_TRUE(runPlan(plan, emulator, {}));
    for (const Step& step : plan.steps) {
        const auto* const launch = std::get_if<LaunchStep>(&step);
        if (launch == nullptr) continue;
        DeviceMemory memory = emulator.memory();
        BlockExecution block(Program::decode(launch->launch.kernel).value(), launch->launch, {0, 0, 0}, memory);
        StepRecord record;
        while (block.step(record) == BlockExecution::Status::Stepped) {
        }
        EXPECT_EQ(block.counts(), emulator.reports().at(0).counts);
    }
}

TEST(Sites, AFaultingInstructionIsNotCounted) {
    Trial run{.body = kAddressOfThread +
                      "setp.lt.u32 %p0, %r0, 5;\n"
                      "@%p0 ld.global.u32 %r1, [%d1+8192];\n"
                      "ret;",
              .contents = {bytesOf(countingUp(1024))}};
    EXPECT_FALSE(run.fault().empty());
    const std::vector<SiteCounts>& sites = run.emulator->reports().back().sites;
    EXPECT_EQ(sites[4].warps, 1U);
    EXPECT_EQ(sites[5].warps, 0U);
    EXPECT_EQ(sites[5].passed, 0U);
    EXPECT_EQ(sumOf(sites), run.counts());
}

TEST(Sites, LoadsOffOneRegisterCountUpToTheFaultAmongThem) {
    // The second block reads beyond the buffer between the second and the third load.
    Trial run{.body = kAddressOfThread +  // instructions 0 to 3
                      ".shared .align 4 .b8 s[256];\n"
                      "shl.b32 %r1, %r0, 2;\n"
                      "st.shared.u32 [%r1], %r0;\n"
                      "st.shared.u32 [%r1+128], %r0;\n"
                      "mov.u32 %r2, %ctaid.x;\n"
                      "setp.eq.u32 %p0, %r2, 1;\n"
                      "mov.u32 %r9, 0;\n"
                      "AGAIN: ld.shared.u32 %r3, [%r1];\n"
                      "ld.shared.u32 %r4, [%r1+128];\n"
                      "@%p0 ld.global.u32 %r5, [%d1+8192];\n"
                      "ld.shared.u32 %r6, [%r1+64];\n"
                      "add.u32 %r9, %r9, 1;\n"
                      "setp.lt.u32 %p1, %r9, 3;\n"
                      "@%p1 bra AGAIN;\n"
                      "ret;",
              .grid = {2, 1, 1},
              .contents = {bytesOf(countingUp(1024))}};
    EXPECT_FALSE(run.fault().empty());
    const std::vector<SiteCounts>& sites = run.emulator->reports().back().sites;
    EXPECT_EQ(sites[10].shared, (SharedCounts{4, 4, 0}));
    EXPECT_EQ(sites[11].shared, (SharedCounts{4, 4, 0}));
    EXPECT_EQ(sites[12].global.requests, 0U);
    EXPECT_EQ(sites[13].shared, (SharedCounts{3, 3, 0}));
    EXPECT_EQ(sites[13].warps, 3U);
    EXPECT_EQ(sumOf(sites), run.counts());
}

}  // namespace
}  // namespace lanescope::simt
