// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "tests/core/sass/fresh.h"

namespace lanescope::sass {
namespace {

class KeptMachineCode : public testing::TestWithParam<std::string> {};

TEST_P(KeptMachineCode, IsWhatTheToolkitMakes) { test::expectFresh(GetParam()); }

std::vector<std::string> keptFiles() {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(LANESCOPE_SOURCE_DIR "/resources/machine"))
        all.push_back(entry.path().stem().string());
    return all;
}

INSTANTIATE_TEST_SUITE_P(Files, KeptMachineCode, testing::ValuesIn(keptFiles()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace lanescope::sass
