// SPDX-License-Identifier: GPL-3.0-or-later
// Counts are written by countText() alone (widgets/style/numbers.h): Qt's own "%L1" groups them as the locale does, so
// that the same number would stand in the window in two ways.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

TEST(Counts, AreNotGroupedByTheLocale) {
    static const std::regex kByLocale(R"(%L[0-9n]|\bQLocale\(|\bQLocale::|\bQLocale\s+\w|\blocale\(\))");
    int files = 0;
    for (const char* top : {"widgets", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / top)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            ++files;
            std::ifstream file(entry.path());
            std::string text;
            for (int line = 1; std::getline(file, text); ++line)
                EXPECT_FALSE(std::regex_search(text, kByLocale)) << entry.path().string() << ":" << line;
        }
    EXPECT_GT(files, 100) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
}

}  // namespace
