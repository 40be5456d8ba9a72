// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of the library in the emulator.
#include <gtest/gtest.h>

#include "core/simt/emulator.h"
#include "tests/core/simt/case_library.h"

namespace lanescope {
namespace {

class Cases : public ::testing::TestWithParam<std::string> {};

TEST_P(Cases, GiveWhatThePtxIsaCallsFor) {
    const std::vector<Case> cases = loadCases(caseFolder(), GetParam());
    ASSERT_FALSE(cases.empty());
    for (const Case& one : cases) {
        simt::Emulator emulator;
        EXPECT_EQ(runCase(one, emulator), "");
    }
}

INSTANTIATE_TEST_SUITE_P(Library, Cases, ::testing::ValuesIn(caseGroups()),
                         [](const auto& group) { return group.param; });

}  // namespace
}  // namespace lanescope
