// SPDX-License-Identifier: GPL-3.0-or-later
// The same launches in the emulator and on the GPU: their results must be equal, bit for bit but where PTX leaves a
// bound.
#include <gtest/gtest.h>

#include "core/plan/executor.h"
#include "core/simt/emulator.h"
#include "gpu/cuda_executor.h"
#include "tests/gpu/lab/lab_cases.h"

namespace lanescope {
namespace {

/// One session for all cases; opened anew after a fault.
std::shared_ptr<CudaSession> gpu(std::string& reason) {
    static std::shared_ptr<CudaSession> session;
    if (session && !session->broken()) return session;
    session.reset();
    auto opened = CudaSession::open();
    if (opened)
        session = *opened;
    else
        reason = describe(opened.error());
    return session;
}

class Lab : public testing::TestWithParam<LabCase> {};

TEST_P(Lab, TheEmulatorAndTheGpuAgree) {
    const LabCase& labCase = GetParam();
    std::string reason;
    const auto session = gpu(reason);
    if (!session) GTEST_SKIP() << reason;
    ASSERT_TRUE(labCase.plan) << describe(labCase.plan.error());

    CudaExecutor device(session);
    const Result<HostBuffers> measured = runPlan(*labCase.plan, device, {});
    ASSERT_TRUE(measured) << describe(measured.error());
    simt::Emulator emulator;
    const Result<HostBuffers> emulated = runPlan(*labCase.plan, emulator, {});
    ASSERT_TRUE(emulated) << describe(emulated.error());
    EXPECT_EQ(differences(labCase, *emulated, *measured), "");
}

INSTANTIATE_TEST_SUITE_P(Cases, Lab, testing::ValuesIn(labCases()),
                         [](const auto& labCase) { return labCase.param.name; });

}  // namespace

/// For the test's own messages.
void PrintTo(const LabCase& labCase, std::ostream* out) { *out << labCase.name; }

}  // namespace lanescope
