// SPDX-License-Identifier: GPL-3.0-or-later
// The sources are as clang-format leaves them, and what was changed last has none of the mistakes that clang-tidy
// knows. Both are asked where they are installed in the version that Debian 12 has: others format and warn otherwise.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/run_program.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVersion = "version 14.";

bool isHere(const std::string& program) {
    return runProgram("/usr/bin/env", {program, "--version"}).out.find(kVersion) != std::string::npos;
}

bool isSource(const fs::path& path) { return path.extension() == ".h" || path.extension() == ".cpp"; }

std::vector<std::string> allSources() {
    std::vector<std::string> sources;
    for (const char* top : {"core", "gpu", "widgets", "app", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / top))
            if (entry.is_regular_file() && isSource(entry.path())) sources.push_back(entry.path().string());
    return sources;
}

/// What git says was changed since the last commit but one, in the working tree too; nothing outside of a checkout.
std::vector<std::string> changedLast() {
    const ProgramResult answer = runProgram(
        "/usr/bin/env", {"git", "-C", LANESCOPE_SOURCE_DIR, "diff", "--name-only", "--diff-filter=AMR", "HEAD~1"});
    std::vector<std::string> sources;
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);)
        if (fs::path(line).extension() == ".cpp") sources.push_back(LANESCOPE_SOURCE_DIR "/" + line);
    return sources;
}

/// A line that names one of our checks: "[bugprone-x]" or "[bugprone-x,-warnings-as-errors]" ends it. clang 14 cannot
/// compile all that g++ 12's library has for ranges; that is not what is asked here, and what it says of it may have
/// other brackets: "[with _Range = …] [clang-diagnostic-error]".
bool isMistake(const std::string& line) {
    static const std::regex kFound(R"(: (error|warning): .*\[(?!clang-diagnostic)[a-z][-a-z0-9.,A-Z]*\]$)");
    return std::regex_search(line, kFound);
}

TEST(Format, AllSourcesAreAsClangFormatLeavesThem) {
    if (!isHere("clang-format")) GTEST_SKIP() << "clang-format 14 is not installed";
    std::vector<std::string> arguments{"clang-format", "--dry-run", "-Werror", "--ferror-limit=1"};
    const std::vector<std::string> sources = allSources();
    ASSERT_GT(sources.size(), 500U);
    arguments.insert(arguments.end(), sources.begin(), sources.end());
    const ProgramResult result = runProgram("/usr/bin/env", arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err.substr(0, 4000) << "\nclang-format -i mends it.";
}

TEST(Tidy, WhatWasChangedLastHasNoKnownMistakes) {
    if (!isHere("clang-tidy")) GTEST_SKIP() << "clang-tidy 14 is not installed";
    std::vector<std::string> sources = changedLast();
    if (sources.empty()) GTEST_SKIP() << "git tells of no change, or is not here";
    // It takes about ten seconds a file: a great change is looked at in part, the rest by `run-clang-tidy -p build`.
    constexpr std::size_t kMost = 6;
    sources.resize(std::min(sources.size(), kMost));
    for (const std::string& source : sources) {
        const ProgramResult result =
            runProgram("/usr/bin/env", {"clang-tidy", "--quiet", "-p", LANESCOPE_BINARY_DIR, source});
        // Where sources are compiled together, flags of a neighbour are taken. Code whose headers were not found by
        // them is read wrongly: calls that it does not know look the same.
        if (result.out.find("file not found [clang-diagnostic-error]") != std::string::npos) continue;
        std::istringstream lines(result.out);
        for (std::string line; std::getline(lines, line);) EXPECT_FALSE(isMistake(line)) << line;
    }
}

TEST(Tidy, KnowsAMistakeFromWhatClangCannotCompile) {
    EXPECT_TRUE(isMistake("a.cpp:1:2: warning: the parameter is copied [performance-unnecessary-value-param]"));
    EXPECT_TRUE(
        isMistake("a.cpp:1:2: error: 'x' used after it was moved [bugprone-use-after-move,-warnings-as-errors]"));
    EXPECT_FALSE(isMistake("a.cpp:1:2: error: no matching function for call to '__begin' [clang-diagnostic-error]"));
    EXPECT_FALSE(
        isMistake("ranges_util.h:133:24: error: constraints not satisfied for alias template 'sentinel_t' "
                  "[with _Range = std::ranges::ref_view<std::vector<int>>] [clang-diagnostic-error]"));
}

}  // namespace
}  // namespace lanescope
