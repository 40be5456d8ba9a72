// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of the library in the emulator.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "core/simt/emulator.h"
#include "tests/core/simt/case_library.h"

namespace lanescope {
namespace {

// How many cases of a group the emulator may still refuse when it loads them, because it does not know an instruction.
const std::map<std::string, std::size_t> kMayRefuse{{"control", 4}};

class Cases : public ::testing::TestWithParam<std::string> {};

TEST_P(Cases, GiveWhatThePtxIsaCallsFor) {
    const std::vector<Case> cases = loadCases(caseFolder(), GetParam());
    ASSERT_FALSE(cases.empty());
    std::size_t refused = 0;
    for (const Case& one : cases) {
        simt::Emulator emulator;
        const std::string wrong = runCase(one, emulator);
        const bool unknown = wrong.find("the emulator does not know") != std::string::npos;
        if (unknown) std::cout << wrong << '\n';
        refused += unknown ? 1 : 0;
        EXPECT_TRUE(unknown || wrong.empty()) << wrong;
    }
    EXPECT_LE(refused, kMayRefuse.contains(GetParam()) ? kMayRefuse.at(GetParam()) : 0);
}

INSTANTIATE_TEST_SUITE_P(Library, Cases, ::testing::ValuesIn(caseGroups()),
                         [](const auto& group) { return group.param; });

}  // namespace
}  // namespace lanescope
