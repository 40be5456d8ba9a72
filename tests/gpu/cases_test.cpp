// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of the emulator's library on the real GPU: the questions that the emulator answers in CI.
#include <gtest/gtest.h>

#include "gpu/cuda_executor.h"
#include "tests/core/simt/case_library.h"

namespace lanescope {
namespace {

class GpuCases : public ::testing::TestWithParam<std::string> {};

TEST_P(GpuCases, GiveWhatThePtxIsaCallsFor) {
    auto opened = CudaSession::open();
    if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
        GTEST_SKIP() << describe(opened.error());
    ASSERT_TRUE(opened) << describe(opened.error());
    const std::vector<Case> cases = loadCases(caseFolder(), GetParam());
    ASSERT_FALSE(cases.empty());
    for (const Case& one : cases) {
        CudaExecutor executor(*opened);
        EXPECT_EQ(runCase(one, executor), "") << one.entry;
    }
}

INSTANTIATE_TEST_SUITE_P(Library, GpuCases, ::testing::ValuesIn(caseGroups()),
                         [](const auto& group) { return group.param; });

}  // namespace
}  // namespace lanescope
