// SPDX-License-Identifier: GPL-3.0-or-later
// What comes from outside comes in, and what goes to a terminal goes out, at one place each: numbers with their ranges,
// settings that are looked at, text that steers nothing. This finds the lines that go past them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Rule {
    const char* folder;
    std::regex pattern;
    std::vector<std::string> only;  ///< files that may
    const char* instead;
};

const std::vector<Rule>& rules() {
    static const std::vector<Rule> kRules{
        {"app/cli",
         std::regex(R"(CLI::(Range|Bound|TypeValidator|PositiveNumber|NonNegativeNumber|Number)\b)"),
         {},
         "addNumber (app/cli/number_option.h)"},
        {"app",
         std::regex(R"(\bstd::(sto(i|l|ul|ll|ull|f|d|ld)|strto(d|f|l|ul|ll|ull)|ato[fil])\b|\bsscanf\b)"),
         {},
         "core/base/number_text.h"},
        {"widgets",
         std::regex(R"(\bstd::(sto(i|l|ul|ll|ull|f|d|ld)|strto(d|f|l|ul|ll|ull)|ato[fil])\b|\bsscanf\b)"),
         {},
         "core/base/number_text.h"},
        {"app",
         std::regex(R"(\bQSettings\b)"),
         {"app/state/settings.cpp", "app/state/settings.h"},
         "Settings (app/state/settings.h)"},
        {"widgets", std::regex(R"(\bQSettings\b)"), {}, "Settings (app/state/settings.h)"},
        {"app/cli",
         std::regex(R"(\bf?put[cs]\(|\bputchar\(|\bprintf\(|\bfprintf\(|\bfwrite\(|::write\((1|2|STD))"),
         {"app/cli/progress.cpp"},  // clears its line, which takes control characters; what it tells is printable()
         "std::cout and std::cerr, which main() guards (app/cli/terminal_buffer.h)"},
    };
    return kRules;
}

std::vector<std::string> offences() {
    std::vector<std::string> found;
    const fs::path root = LANESCOPE_SOURCE_DIR;
    for (const Rule& rule : rules())
        for (const auto& entry : fs::recursive_directory_iterator(root / rule.folder)) {
            const std::string name = fs::relative(entry.path(), root).string();
            const std::string extension = entry.path().extension().string();
            if ((extension != ".h" && extension != ".cpp") || std::ranges::count(rule.only, name) > 0) continue;
            std::ifstream file(entry.path());
            std::string text;
            for (int line = 1; std::getline(file, text); ++line) {
                const std::string code = text.substr(0, text.find("//"));
                if (std::regex_search(code, rule.pattern))
                    found.push_back(name + ":" + std::to_string(line) + ": " + text + "\n    use " + rule.instead);
            }
        }
    return found;
}

TEST(Outside, HasOneWayIn) {
    for (const std::string& offence : offences()) ADD_FAILURE() << offence;
}

TEST(Outside, TheScanFindsWhatItIsFor) {
    const auto finds = [](std::size_t rule, const char* line) {
        return std::regex_search(line, rules()[rule].pattern);
    };
    EXPECT_TRUE(finds(0, "verb->add_option(\"--x\", x)->check(CLI::Range(1, 3));"));
    EXPECT_TRUE(finds(1, "const int n = std::stoi(word);"));
    EXPECT_TRUE(finds(1, "const double v = std::strtod(text.c_str(), &end);"));
    EXPECT_TRUE(finds(3, "QSettings().clear();"));
    EXPECT_TRUE(finds(5, "std::printf(\"%s\", title.c_str());"));
    EXPECT_FALSE(finds(5, "std::snprintf(buffer.data(), buffer.size(), \"%g\", value);"));
}

}  // namespace
