// SPDX-License-Identifier: GPL-3.0-or-later
// The kept PTX of examples/ is what nvcc makes of them.
#include "tests/gpu/kernels/kept_ptx.h"

namespace lanescope {
namespace {

TEST(KeptPtx, OfTheExamplesIsWhatNvccMakesOfTheSource) {
    const std::string examples = std::string(LANESCOPE_SOURCE_DIR) + "/examples";
    test::expectFresh(examples + "/ptx", examples + "/build_ptx.sh", "");
}

TEST(KeptPtx, EachExampleHasTwo) {
    const std::string examples = std::string(LANESCOPE_SOURCE_DIR) + "/examples";
    std::set<std::string> expected;
    for (const std::string& name : test::namesIn(examples, ".cu")) expected.insert({name, name + ".debug"});
    EXPECT_EQ(test::namesIn(examples + "/ptx", ".ptx"), expected);
}

}  // namespace
}  // namespace lanescope
