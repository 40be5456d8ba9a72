// SPDX-License-Identifier: GPL-3.0-or-later
// Of every algorithm something is frozen, and nothing is frozen that nobody compares.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "tests/golden/ask.h"
#include "tests/golden/frozen.h"
#include "tests/golden/subjects.h"

namespace lanescope::golden {
namespace {

namespace fs = std::filesystem;

std::set<std::string> namesOf(const std::vector<Subject>& subjects) {
    std::set<std::string> names;
    for (const Subject& subject : subjects) names.insert(subject.name);
    return names;
}

TEST(GoldenFiles, EveryAlgorithmIsAmongThem) {
    const std::string list = answerTo("list");
    static const std::regex kAlgorithm(R"(\n> ([a-z][\w.-]*): )");
    const std::set<std::string> names = namesOf(subjectsOfTheCatalogue());
    std::size_t algorithms = 0;
    for (std::sregex_iterator at(list.begin(), list.end(), kAlgorithm), end; at != end; ++at, ++algorithms)
        EXPECT_TRUE(names.contains("emulate/" + at->str(1)))
            << at->str(1) << " has no line in tests/golden/configurations.txt";
    EXPECT_GT(algorithms, 40U) << "list is not understood";
}

TEST(GoldenFiles, AllAreCompared) {
    if (freezes()) GTEST_SKIP() << "they are being written";
    std::set<std::string> compared{"predicted-counters"};
    compared.merge(namesOf(subjectsOfTheCatalogue()));
    compared.merge(namesOf(subjectsOfCommands()));
    compared.merge(namesOf(slowSubjects()));
    const fs::path folder = LANESCOPE_SOURCE_DIR "/tests/golden/frozen";
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_directory()) continue;
        const std::string file = entry.path().lexically_relative(folder).generic_string();
        EXPECT_TRUE(compared.contains(file.substr(0, file.find(".txt.gz")))) << file << " belongs to no test";
    }
}

}  // namespace
}  // namespace lanescope::golden
