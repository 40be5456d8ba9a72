// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/instruction_classes.h"

#include <gmock/gmock.h>

#include "core/metrics/counters.h"
#include "core/metrics/dictionary.h"
#include "core/plan/executor.h"
#include "core/ptx/parser.h"
#include "core/simt/emulator.h"

namespace lanescope {
namespace {

constexpr const char* kKernel = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) {
.reg .pred %p<4>;
.reg .b16 %h<4>;
.reg .b32 %r<16>;
.reg .f32 %f<8>;
.reg .f64 %g<4>;
.reg .b64 %d<8>;
.shared .align 4 .b8 s[256];
    ld.param.u64 %d1, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    setp.ge.u32 %p1, %r2, %r1;
    @%p1 bra END;
    cvt.rn.f32.u32 %f1, %r2;
    fma.rn.f32 %f2, %f1, %f1, %f1;
    add.f32 %f3, %f2, %f1;
    cvt.f64.f32 %g1, %f3;
    mul.f64 %g2, %g1, %g1;
    xor.b32 %r3, %r2, 1;
    shfl.sync.idx.b32 %r4, %r3, 0, 31, -1;
    mul.wide.u32 %d2, %r2, 4;
    add.s64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r4;
    mov.u32 %r5, s;
    shl.b32 %r6, %r2, 2;
    add.u32 %r7, %r5, %r6;
    st.shared.u32 [%r7], %r4;
    ld.shared.u32 %r8, [%r7];
    @%p1 add.u32 %r9, %r8, 1;
    ld.global.u32 %r10, [%d3];
END:
    ret;
}
)";

/// Two blocks of 48 threads; n is 40, so that eight threads of each leave at once.
Counters countersOfKernel() {
    auto module = ptx::parse(kKernel, "k.ptx");
    EXPECT_TRUE(module) << (module ? "" : describe(module.error()));
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(module.value());
    kernel->entry = "k";
    Plan plan;
    plan.buffers = {{"out", ElementType::I32, 1, 64, {InitialContent::Kind::Zeros, 0}}};
    plan.steps = {UploadStep{0}, LaunchStep{Launch{kernel, {2, 1, 1}, {48, 1, 1}, 0, {BufferId{0}, std::int32_t{40}}}}};
    simt::Emulator emulator;
    const auto ran = runPlan(plan, emulator, {});
    EXPECT_TRUE(ran) << (ran ? "" : describe(ran.error()));
    return countersOf(*kernel, emulator.reports().at(0));
}

TEST(InstructionClasses, AreCountedByThreads) {
    const Counters counters = countersOfKernel();
    constexpr double kAll = 2 * 48, kIn = 2 * 40;
    EXPECT_EQ(counters.at("fp32_instructions"), 2 * kIn);
    EXPECT_EQ(counters.at("fp32_operations"), 3 * kIn);
    EXPECT_EQ(counters.at("fp64_instructions"), kIn);
    EXPECT_EQ(counters.at("fp64_operations"), kIn);
    EXPECT_EQ(counters.at("fp16_instructions"), 0);
    EXPECT_EQ(counters.at("conversion_instructions"), 2 * kIn);
    EXPECT_EQ(counters.at("bit_instructions"), 2 * kIn);
    EXPECT_EQ(counters.at("communication_instructions"), kIn);
    EXPECT_EQ(counters.at("memory_instructions"), 4 * kIn) << "parameters are operands";
    EXPECT_EQ(counters.at("misc_instructions"), 3 * kAll + kIn);
    EXPECT_EQ(counters.at("control_instructions"), 2 * 8 + kAll) << "the branch is taken by 8, the end by all";
    EXPECT_EQ(counters.at("integer_instructions"), kAll + 3 * kIn) << "an addition is predicated off";
    double sum = 0;
    for (std::size_t kind = 0; kind < kInstructionClasses; ++kind)
        sum += counters.at(std::string(metricOf(static_cast<InstructionClass>(kind))));
    EXPECT_EQ(counters.at("unpredicated_thread_instructions"), sum);
    EXPECT_LT(sum, counters.at("thread_instructions"));
    EXPECT_EQ(counters.at("blocks_launched"), 2);
    EXPECT_EQ(counters.at("warps_launched"), 4);
    EXPECT_EQ(counters.at("static_shared_bytes"), 256);
    EXPECT_EQ(counters.at("instructions_per_warp"), counters.at("warp_instructions") / 4);
}

// Both columns of the table are filled, or the dictionary says why not.
TEST(InstructionClasses, WhatFollowsFromExecutionTheEmulatorTells) {
    const Counters counters = countersOfKernel();
    for (const Metric& metric : metricDictionary())
        EXPECT_EQ(counters.contains(std::string(metric.id)), metric.emulator.empty()) << metric.id;
    for (const auto& [id, value] : counters) EXPECT_NE(findMetric(id), nullptr) << id;
}

}  // namespace
}  // namespace lanescope
