// SPDX-License-Identifier: GPL-3.0-or-later
// The kept PTX is what nvcc makes of gpu/kernels: proved wherever the nvcc that made it is at hand.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "core/base/resources.h"

namespace lanescope {
namespace {
namespace fs = std::filesystem;

const std::string kRoot = LANESCOPE_SOURCE_DIR;
constexpr int kNoNvcc = 3;  // build_ptx.sh's exit code

/// "Cuda compilation tools, release 13.0, V13.0.88", which nvcc writes at the top of what it makes.
std::string compilerOf(const std::string& ptx) {
    const std::size_t begin = ptx.find("Cuda compilation tools");
    return begin == std::string::npos ? "" : ptx.substr(begin, ptx.find('\n', begin) - begin);
}

std::set<std::string> namesIn(const fs::path& folder, const std::string& extension) {
    std::set<std::string> names;
    for (const auto& file : fs::directory_iterator(folder))
        if (file.path().extension() == extension) names.insert(file.path().stem().string());
    return names;
}

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

/// Builds `sources` (empty: the default) with build_ptx.sh and compares each result with the file kept in `keptFolder`.
void expectFresh(const std::string& keptFolder, const std::string& sources) {
    const fs::path folder = fs::path(LANESCOPE_BINARY_DIR) / "ptx_fresh_test" / fs::path(keptFolder).filename();
    const std::string command = "\"" + kRoot + "/packaging/build_ptx.sh\" \"" + folder.string() + "\" " + sources;
    const int status = std::system((command + " > /dev/null 2>&1").c_str());
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == kNoNvcc) GTEST_SKIP() << "there is no nvcc on this machine";
    ASSERT_EQ(WEXITSTATUS(status), 0) << command;

    const std::set<std::string> names = namesIn(keptFolder, ".ptx");
    ASSERT_FALSE(names.empty());
    for (const std::string& name : names) {
        const Result<std::string> kept = readFile(keptFolder + "/" + name + ".ptx");
        const Result<std::string> made = readFile((folder / (name + ".ptx")).string());
        ASSERT_TRUE(kept) << describe(kept.error());
        ASSERT_TRUE(made) << describe(made.error());
        ASSERT_NE(compilerOf(*kept), "");
        if (compilerOf(*kept) != compilerOf(*made))
            GTEST_SKIP() << name << ".ptx was made by \"" << compilerOf(*kept) << "\", here is \"" << compilerOf(*made)
                         << "\"";
        EXPECT_TRUE(*kept == *made) << name << ".ptx is stale: run packaging/build_ptx.sh " << keptFolder << " "
                                    << sources;
    }
}

TEST(KeptPtx, IsWhatNvccMakesOfTheSource) { expectFresh(kRoot + "/resources/ptx", ""); }

TEST(KeptPtx, OfTheTestsIsWhatNvccMakesOfTheSource) {
    const std::string folder = kRoot + "/tests/core/study/known_n";
    expectFresh(folder, "\"" + folder + "/method2_known_n.cu\"");
}

}  // namespace
}  // namespace lanescope
