// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions for small kernels given as PTX.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/metrics/predicted.h"
#include "core/ptx/parser.h"
#include "core/ptxas/machine_code.h"
#include "core/simt/emulator.h"

namespace lanescope {

inline std::shared_ptr<const Kernel> kernelOf(const std::string& body) {
    const std::string text =
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 out, .param "
        ".u32 n)\n{\n.reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<32>;\n.reg .f32 %f<32>;\n.reg .b64 %d<16>;\n"
        ".shared .align 4 .b8 s[4096];\n" +
        body + "\n}\n";
    auto module = ptx::parse(text, "k.ptx");
    EXPECT_TRUE(module) << (module ? "" : describe(module.error()));
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(module.value());
    kernel->entry = "k";
    return kernel;
}

/// One block of 64 threads; the buffer has 4096 ints, n is 40.
inline Prediction predictionOf(const std::string& body) {
    Plan plan;
    plan.buffers = {{"out", ElementType::I32, 1, 4096, {InitialContent::Kind::Zeros, 0}}};
    const auto kernel = kernelOf(body);
    plan.steps = {UploadStep{0}, LaunchStep{Launch{kernel, {1, 1, 1}, {64, 1, 1}, 0, {BufferId{0}, std::int32_t{40}}}}};
    simt::Emulator emulator;
    const auto ran = runPlan(plan, emulator, {});
    EXPECT_TRUE(ran) << (ran ? "" : describe(ran.error()));
    return predictCounters(*kernel, ptxas::machineCode(*ptx::moduleOf(kernel->module), kernel->code()),
                           emulator.reports().at(0).sites);
}

inline const std::string kThread = R"(
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
)";
inline const std::string kAddress = R"(
    ld.param.u64 %d1, [out];
    cvta.to.global.u64 %d2, %d1;
    mul.wide.s32 %d3, %r2, 4;
    add.s64 %d4, %d2, %d3;
    shl.b32 %r3, %r2, 4;
    mov.u32 %r4, s;
    add.s32 %r5, %r4, %r3;
)";
inline const std::string kIndex = kThread + kAddress;

inline const std::string kGuard = "setp.ge.s32 %p1, %r2, %r1;\n";

/// Twelve stores: too many for predicates.
inline std::string stores(int first) {
    std::string body;
    for (int k = 0; k < 12; ++k) body += "st.shared.u32 [%r5+" + std::to_string(64 * (first + k)) + "], %r2;\n";
    return body;
}

}  // namespace lanescope
