// SPDX-License-Identifier: GPL-3.0-or-later
// Named barriers, counts of threads, and the faults of those who wait in vain.
#include <gtest/gtest.h>

#include "core/simt/check/race_checker.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

/// Warps 1 and 2 wait for each other, warp 0 takes no part: each writes to shared memory, then reads the other's.
TEST(NamedBarriers, PartOfTheBlockMeets) {
    Trial run{.body = ".shared .align 4 .b8 s[512];\n" + kAddressOfThread +
                      "setp.lt.u32 %p1, %r0, 32;\n"
                      "@%p1 bra OUT;\n"
                      "mov.u32 %r1, s;\n"
                      "mad.lo.u32 %r2, %r0, 4, %r1;\n"
                      "st.shared.u32 [%r2], %r0;\n"
                      "bar.sync 3, 64;\n"
                      "xor.b32 %r3, %r0, 96;\n"
                      "mad.lo.u32 %r2, %r3, 4, %r1;\n"
                      "ld.shared.u32 %r4, [%r2];\n"
                      "st.global.u32 [%d1], %r4;\n"
                      "ret;\n"
                      "OUT:\n"
                      "st.global.u32 [%d1], 7;\n"
                      "bar.sync 0, 32;\n"
                      "ret;\n",
              .block = {96, 1, 1}};
    for (const Scheduling scheduling : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        run.options.scheduling = scheduling;
        const auto values = run.ok().result<std::int32_t>();
        for (int i = 0; i < 32; ++i) EXPECT_EQ(values[i], 7) << i;
        for (int i = 32; i < 96; ++i) EXPECT_EQ(values[i], i ^ 96) << i;
        EXPECT_EQ(run.counts().barriers, 3U);
    }
}

TEST(NamedBarriers, TheNumbersMayBeInRegisters) {
    Trial run{.body = kAddressOfThread +
                      "mov.u32 %r1, 5;\nmov.u32 %r2, %ntid.x;\nst.global.u32 [%d1], %r0;\nbar.sync %r1, %r2;\n"
                      "xor.b32 %r3, %r0, 63;\nmul.wide.u32 %d2, %r3, 4;\nadd.s64 %d2, %d0, %d2;\n"
                      "ld.global.u32 %r4, [%d2];\nst.global.u32 [%d1+256], %r4;\nret;\n",
              .block = {64, 1, 1}};
    const auto values = run.ok().result<std::int32_t>();
    for (int i = 0; i < 64; ++i) EXPECT_EQ(values[64 + i], 63 - i);
}

TEST(NamedBarriers, ABlockWhoseLastWarpIsPartlyFilledCountsItWhole) {
    Trial run{.body = kAddressOfThread + "bar.sync 1, 64;\nst.global.u32 [%d1], %r0;\nret;\n", .block = {40, 1, 1}};
    EXPECT_EQ(run.ok().result<std::int32_t>()[39], 39);
}

TEST(NamedBarriers, FewerThanTheNumberAreToldWhoIsMissing) {
    Trial run{.body = kAddressOfThread +
                      "setp.ge.u32 %p1, %r0, 64;\n@%p1 bra OTHER;\nbar.sync 1, 96;\nret;\nOTHER:\nbar.sync 0;\nret;\n",
              .block = {96, 1, 1}};
    EXPECT_NE(run.fault().find("Thread (0, 0, 0) of block (0, 0, 0) in k waits at barrier 1 for 96 threads, of which "
                               "64 have come; threads (64, 0, 0) to (95, 0, 0) wait at barrier 0 (PTX line 21) "
                               "(PTX line 18)"),
              std::string::npos)
        << run.fault();
    Trial ended{.body = kAddressOfThread + "setp.ge.u32 %p1, %r0, 32;\n@%p1 ret;\nbar.sync 1, 64;\nret;\n",
                .block = {64, 1, 1}};
    EXPECT_NE(ended.fault().find("waits at barrier 1 for 64 threads, of which 32 have come; 32 threads have ended"),
              std::string::npos)
        << ended.fault();
}

TEST(NamedBarriers, NumbersThatCannotBe) {
    const auto faultOf = [](const std::string& body) { return Trial{.body = body, .block = {64, 1, 1}}.fault(); };
    EXPECT_NE(faultOf("bar.sync 0, 48;\nret;\n").find("must be a multiple of 32 above 0"), std::string::npos);
    EXPECT_NE(faultOf("bar.sync 0, 96;\nret;\n").find("for 96 threads, and the block has only 64"), std::string::npos);
    EXPECT_NE(faultOf("mov.u32 %r1, 16;\nbar.sync %r1;\nret;\n").find("a block has barriers 0 to 15"),
              std::string::npos);
    EXPECT_NE(faultOf("mov.u32 %r1, %laneid;\nbar.sync %r1;\nret;\n").find("differs between threads of its warp"),
              std::string::npos);
    EXPECT_NE(faultOf(kAddressOfThread + "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra A;\nbar.sync 2, 32;\nret;\nA:\n"
                                         "bar.sync 2, 64;\nret;\n")
                  .find("comes to barrier 2 for 32 threads, while others wait there for 64"),
              std::string::npos);
}

TEST(NamedBarriers, ADivergentBarrierIsAFaultUnderBothPolicies) {
    // The lanes that do not come wait at another barrier of the warp.
    Trial run{.body = kAddressOfThread +
                      "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra LOW;\nbar.sync 0;\nbra JOIN;\nLOW:\nbar.sync 0;\nJOIN:\n"
                      "st.global.u32 [%d1], %r0;\nret;\n"};
    for (const Scheduling scheduling : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        run.options.scheduling = scheduling;
        EXPECT_NE(run.fault().find("did not come to the barrier that other threads of its warp wait at"),
                  std::string::npos);
    }
}

/// The finding of threads that ended before a barrier, as a warning; "" if there is none.
std::string findingOf(const RaceReport& report) {
    EXPECT_LE(report.findings.size(), 1U);
    if (report.findings.empty()) return {};
    const Finding& finding = report.findings.front();
    EXPECT_EQ(finding.kind, Finding::Kind::BarrierMismatch);
    EXPECT_EQ(finding.severity, Finding::Severity::Warning);
    EXPECT_TRUE(finding.secondEnded);
    return describe(finding);
}

// if (i >= n) return; in[i] is put in shared memory; __syncthreads(); the neighbour's is read.
TEST(EndedThreads, HoldNoBarrierUpWhateverTheirNumber) {
    Trial run{.body = ".shared .align 4 .b8 s[256];\n" + kAddressOfThread +
                      "ld.param.u32 %r9, [n];\nsetp.ge.u32 %p1, %r0, %r9;\n@%p1 bra OUT;\n"
                      "mov.u32 %r1, s;\nmad.lo.u32 %r2, %r0, 4, %r1;\nst.shared.u32 [%r2], %r0;\n"
                      "bar.sync 0;\n"
                      "sub.u32 %r3, %r9, %r0;\nsub.u32 %r3, %r3, 1;\nmad.lo.u32 %r2, %r3, 4, %r1;\n"
                      "ld.shared.u32 %r4, [%r2];\nst.global.u32 [%d1], %r4;\nOUT:\nret;\n",
              .block = {64, 1, 1}};
    for (const Scheduling scheduling : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        for (std::int32_t n = 0; n <= 64; ++n) {
            RaceChecker checker;
            run.options = {.scheduling = scheduling, .observer = &checker};
            run.integer = n;
            const auto values = run.ok().result<std::int32_t>();
            for (std::int32_t i = 0; i < n; ++i) EXPECT_EQ(values[i], n - 1 - i);
            const std::string told = findingOf(checker.reports().front());
            const std::string ended = "before which thread (" + std::to_string(n) + ", 0, 0) of block (0, 0, 0)";
            EXPECT_EQ(told.empty(), n == 0 || n == 64) << n << told;
            if (!told.empty()) {
                EXPECT_NE(told.find(ended), std::string::npos) << n << told;
            }
        }
    }
}

/// What a kernel of 32 threads, of which lanes 16 and up part from the others, leaves in memory under both policies.
std::vector<std::int32_t> underBothPolicies(const std::string& body) {
    std::vector<std::int32_t> values;
    for (const Scheduling scheduling : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        RaceChecker checker;
        Trial run{.body = kAddressOfThread + "setp.ge.u32 %p1, %r0, 16;\n" + body};
        run.options = {.scheduling = scheduling, .observer = &checker};
        const auto result = run.ok().result<std::int32_t>();
        EXPECT_NE(findingOf(checker.reports().front()), "");
        if (!values.empty()) {
            EXPECT_EQ(result, values);
        }
        values = result;
        // Unwatched, too.
        run.options.observer = nullptr;
        EXPECT_EQ(run.ok().result<std::int32_t>(), values);
    }
    return values;
}

TEST(EndedThreads, MayDoSomethingBefore) {
    // The arm that returns stands behind the other, and in front of it; the barrier may be jumped to.
    const auto behind = underBothPolicies(
        "@%p1 bra OUT;\nbar.sync 0;\nst.global.u32 [%d1], 5;\nret;\nOUT:\nst.global.u32 [%d1], 6;\nret;\n");
    EXPECT_EQ(behind[15], 5);
    EXPECT_EQ(behind[16], 6);
    const auto before = underBothPolicies(
        "@!%p1 bra IN;\nst.global.u32 [%d1], 6;\nret;\nIN:\nbar.sync 0;\nst.global.u32 [%d1], 5;\nret;\n");
    EXPECT_EQ(before, behind);
    // They wait for the others where all meet again, and go on without them.
    const auto meeting = underBothPolicies(
        "mov.u32 %r1, 0;\n@%p1 bra JOIN;\nbar.sync 0;\nmov.u32 %r1, 5;\nJOIN:\nst.global.u32 [%d1], %r1;\nret;\n");
    EXPECT_EQ(meeting[15], 5);
    EXPECT_EQ(meeting[16], 0);
    // They do not pass the guard of the barrier.
    const auto guarded = underBothPolicies("@!%p1 bar.sync 0;\nst.global.u32 [%d1], 5;\nret;\n");
    EXPECT_EQ(guarded[31], 5);
}

TEST(EndedThreads, MayHaveLeftALoopOfBarriers) {
    // Thread t goes round t % 4 + 1 times.
    const auto values = underBothPolicies(
        "and.b32 %r1, %r0, 3;\nmov.u32 %r2, 0;\nL:\nbar.sync 0;\nadd.u32 %r2, %r2, 1;\nsetp.le.u32 %p2, %r2, %r1;\n"
        "@%p2 bra L;\nst.global.u32 [%d1], %r2;\nret;\n");
    for (int t = 0; t < 32; ++t) EXPECT_EQ(values[t], t % 4 + 1);
}

TEST(EndedThreads, MayHaveReturnedFromFunctionsWhileOthersAreInOne) {
    const std::string text =
        ".version 8.0\n.target sm_75\n.address_size 64\n"
        ".func (.param .b32 o) inner(.param .b32 i) {\n.reg .b32 %r<4>;\nld.param.u32 %r1, [i];\n"
        "bar.sync 0;\nadd.u32 %r1, %r1, 1;\nst.param.b32 [o], %r1;\nret;\n}\n"
        ".func (.param .b32 o) outer(.param .b32 i) {\n.reg .b32 %r<4>;\n.reg .pred %p<2>;\n"
        "ld.param.u32 %r1, [i];\nsetp.ge.u32 %p1, %r1, 16;\nmov.u32 %r2, 100;\n@%p1 bra BACK;\n"
        "{\n.param .b32 x;\n.param .b32 y;\nst.param.b32 [x], %r1;\ncall.uni (y), inner, (x);\n"
        "ld.param.b32 %r2, [y];\n}\nBACK:\nadd.u32 %r2, %r2, 1000;\nst.param.b32 [o], %r2;\nret;\n}\n"
        ".visible .entry k(.param .u64 a) {\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n" +
        kAddressOfThread +
        "{\n.param .b32 x;\n.param .b32 y;\nst.param.b32 [x], %r0;\ncall.uni (y), outer, (x);\n"
        "ld.param.b32 %r1, [y];\n}\nst.global.u32 [%d1], %r1;\nret;\n}\n";
    for (const Scheduling scheduling : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        Emulator emulator({.scheduling = scheduling});
        ASSERT_TRUE(emulator.allocate(std::vector<Buffer>{{"a", ElementType::I32, 1, 32, {}}}));
        Launch launch;
        launch.kernel = kernelOf(text);
        launch.block = {32, 1, 1};
        launch.arguments.emplace_back(BufferId{0});
        const Result<void> done = emulator.launch(launch, {});
        ASSERT_TRUE(done) << describe(done.error());
        std::vector<std::int32_t> values(32);
        ASSERT_TRUE(emulator.download(0, std::as_writable_bytes(std::span(values))));
        for (int t = 0; t < 32; ++t) EXPECT_EQ(values[t], t < 16 ? 1000 + t + 1 : 1100) << t;
    }
}

}  // namespace
}  // namespace lanescope::simt
