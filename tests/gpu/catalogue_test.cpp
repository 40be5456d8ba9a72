// SPDX-License-Identifier: GPL-3.0-or-later
// Every algorithm of the catalogue on a real GPU: as its verdict says, and as the emulator computes. Skipped, with the
// reason, where there is no GPU.
#include <gtest/gtest.h>

#include <iostream>

#include "core/simt/emulator.h"
#include "gpu/cuda_executor.h"
#include "tests/core/algorithms/configurations.h"

namespace lanescope {
namespace {

using Verdict = CheckResult::Verdict;

class CatalogueOnDevice : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        auto opened = CudaSession::open();
        if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
            GTEST_SKIP() << describe(opened.error());
        ASSERT_TRUE(opened) << describe(opened.error());
        m_session = *opened;
    }
    std::shared_ptr<CudaSession> m_session;
};

/// What the emulator makes of a plan; nothing where the plan faults, which can cost a process its GPU.
std::optional<HostBuffers> emulated(const Plan& plan) {
    simt::Emulator emulator({.stepBudget = 20'000'000});
    auto after = runPlan(plan, emulator, {});
    if (!after) return std::nullopt;
    return std::move(*after);
}

TEST_P(CatalogueOnDevice, ComputesWhatTheEmulatorComputes) {
    const Algorithm& algorithm = **shippedCatalogue().find(GetParam());
    constexpr std::size_t kPlans = 60;
    std::size_t equal = 0;
    std::size_t within = 0;
    std::size_t left = 0;
    for (const Plan& plan : plansToTry(algorithm, kPlans)) {
        SCOPED_TRACE(toString(plan.parameters));
        const std::optional<HostBuffers> expected = emulated(plan);
        if (!expected) {
            EXPECT_FALSE(isSaidToBeRight(plan));
            ++left;
            continue;
        }
        CudaExecutor executor(m_session);
        const Result<HostBuffers> here = runPlan(plan, executor, {});
        if (!here && here.error().code == ErrorCode::NoLibrary) GTEST_SKIP() << describe(here.error());
        ASSERT_TRUE(here) << describe(here.error());
        const CheckResult check = checkResult(plan, *here, {}).value();
        if (isSaidToBeRight(plan)) {
            EXPECT_EQ(check.verdict, Verdict::Correct) << check.note << check.wrong;
        }
        if (!plan.reference.expected || !isSaidToBeRight(plan)) {
            ++left;  // timings, or what depends on how the warps happen to run
            continue;
        }
        if (plan.reference.tolerance > 0) {
            ++within;
            continue;
        }
        EXPECT_TRUE(expected->at(plan.reference.buffer) == here->at(plan.reference.buffer)) << "not as emulated";
        ++equal;
    }
    std::cout << GetParam() << ": " << equal << " bit for bit as emulated, " << within << " within their bound, "
              << left << " not compared\n";
}

/// For compute-sanitizer, which must find nothing here: no kernels with known defects, and no emulation beside.
TEST_P(CatalogueOnDevice, WhatIsCorrectedRunsClean) {
    constexpr std::size_t kPlans = 16;
    for (const Plan& plan : plansToTry(**shippedCatalogue().find(GetParam()), kPlans)) {
        if (plan.parameters.value("variant") == "published") continue;
        SCOPED_TRACE(toString(plan.parameters));
        CudaExecutor executor(m_session);
        const Result<HostBuffers> here = runPlan(plan, executor, {});
        if (!here && here.error().code == ErrorCode::NoLibrary) GTEST_SKIP() << describe(here.error());
        ASSERT_TRUE(here) << describe(here.error());
        const CheckResult check = checkResult(plan, *here, {}).value();
        EXPECT_NE(check.verdict, Verdict::Wrong) << check.wrong;
    }
}

INSTANTIATE_TEST_SUITE_P(All, CatalogueOnDevice, testing::ValuesIn(shippedIds()),
                         [](const auto& id) { return testNameOf(id.param); });

}  // namespace
}  // namespace lanescope
