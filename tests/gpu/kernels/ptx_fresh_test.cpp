// SPDX-License-Identifier: GPL-3.0-or-later
// The kept PTX is what nvcc makes of gpu/kernels.
#include "tests/gpu/kernels/kept_ptx.h"

namespace lanescope {
namespace {
namespace fs = std::filesystem;
using namespace test;

const std::string kRoot = LANESCOPE_SOURCE_DIR;
const std::string kScript = kRoot + "/packaging/build_ptx.sh";

TEST(KeptPtx, HasOneFileForEachSource) {
    EXPECT_EQ(namesIn(fs::path(kRoot) / "gpu/kernels", ".cu"), namesIn(fs::path(kRoot) / "resources/ptx", ".ptx"));
}

TEST(KeptPtx, NamesItsSourceWithoutAFolder) {
    for (const std::string& name : namesIn(fs::path(kRoot) / "resources/ptx", ".ptx")) {
        const Result<std::string> ptx = readFile(kRoot + "/resources/ptx/" + name + ".ptx");
        ASSERT_TRUE(ptx) << describe(ptx.error());
        EXPECT_NE(ptx->find("\t.file\t1 \"" + name + ".cu\"\n"), std::string::npos);
        EXPECT_NE(ptx->find(".target sm_75"), std::string::npos);
    }
}

TEST(KeptPtx, IsWhatNvccMakesOfTheSource) { expectFresh(kRoot + "/resources/ptx", kScript, ""); }

TEST(KeptPtx, OfTheTestsIsWhatNvccMakesOfTheSource) {
    const std::string folder = kRoot + "/tests/core/study/known_n";
    expectFresh(folder, kScript, "\"" + folder + "/method2_known_n.cu\"");
}

TEST(KeptPtx, OfTheRoundsOfKernelsIsWhatNvccMakesOfTheSource) {
    for (const char* round : {"third", "fourth", "fifth"}) {
        const std::string folder = kRoot + "/tests/core/metrics/hardware/" + round;
        expectFresh(folder, kScript, "\"" + folder + "\"/*.cu");
    }
}

}  // namespace
}  // namespace lanescope
