// SPDX-License-Identifier: GPL-3.0-or-later
// Named barriers, counts of threads, and the faults of those who wait in vain.
#include <gtest/gtest.h>

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

TEST(NamedBarriers, LanesThatEndedDoNotHoldUpABarrierOfIndependentThreads) {
    // Half a warp ends while the other half is at the barrier: they ended "after" it in program order of the warp.
    Trial run{.body = kAddressOfThread +
                      "setp.ge.u32 %p1, %r0, 16;\n@%p1 bra OUT;\nbar.sync 0;\nst.global.u32 [%d1], 5;\nOUT:\nret;\n"};
    run.options.scheduling = Scheduling::IndependentThreads;
    const auto values = run.ok().result<std::int32_t>();
    EXPECT_EQ(values[15], 5);
    EXPECT_EQ(values[16], 0);
}

}  // namespace
}  // namespace lanescope::simt
