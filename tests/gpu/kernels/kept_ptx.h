// SPDX-License-Identifier: GPL-3.0-or-later
// Is kept PTX what nvcc makes of its source? Proved wherever the nvcc that made it is at hand.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "core/base/file_reader.h"

namespace lanescope::test {

/// "Cuda compilation tools, release 13.0, V13.0.88", which nvcc writes at the top of what it makes.
inline std::string compilerOf(const std::string& ptx) {
    const std::size_t begin = ptx.find("Cuda compilation tools");
    return begin == std::string::npos ? "" : ptx.substr(begin, ptx.find('\n', begin) - begin);
}

/// Names of what a file keeps to itself have a hash of its path in them, in debug sections as numbers of characters.
inline std::string withoutHashes(const std::string& ptx) {
    static const std::regex name("_INTERNAL_[0-9a-f]{8}_");
    static const std::regex spelled("73,78,84,69,82,78,65,76,95,([0-9]+,){8}95");
    return std::regex_replace(std::regex_replace(ptx, name, "_INTERNAL_"), spelled, "73,78,84,69,82,78,65,76,95");
}

/// The files' names without their ending.
inline std::set<std::string> namesIn(const std::filesystem::path& folder, const std::string& extension) {
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder))
        if (file.path().extension() == extension) names.insert(file.path().stem().string());
    return names;
}

/// Runs `script` FOLDER `sources`, where the folder is an empty one of the build's, and compares each file that it
/// makes with the one of that name in `keptFolder`. Skips the test if there is no nvcc, or another one.
inline void expectFresh(const std::string& keptFolder, const std::string& script, const std::string& sources) {
    constexpr int kNoNvcc = 3;  // the scripts' exit code
    const std::filesystem::path folder = std::filesystem::path(LANESCOPE_BINARY_DIR) / "ptx_fresh_test" /
                                         std::filesystem::path(keptFolder).relative_path();
    const std::string command = "\"" + script + "\" \"" + folder.string() + "\" " + sources;
    std::filesystem::remove_all(folder);
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
        EXPECT_TRUE(withoutHashes(*kept) == withoutHashes(*made))
            << name << ".ptx is stale: run " << script << " " << keptFolder << " " << sources;
    }
}

}  // namespace lanescope::test
