// SPDX-License-Identifier: GPL-3.0-or-later
// Files are written by writeFile() alone (core/base/file_writer.h), and standard output by std::cout, whose every byte
// is known to have been written (core/base/standard_output.h). Whatever else can write loses what was there, or says
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;

/// The writers themselves, the journal of a recording, to which lines are added, and the settings, which puts a file
/// that is none of its own aside.
constexpr std::array<std::string_view, 5> kWriters{"core/base/descriptor.cpp", "core/base/file_writer.cpp",
                                                   "core/base/standard_output.cpp", "app/cli/recording_journal.cpp",
                                                   "app/state/settings.cpp"};

/// Whole words of what else writes.
constexpr std::array<std::string_view, 16> kOther{
    "ofstream", "fopen",     "freopen",      "fwrite",      "O_WRONLY", "O_RDWR",  "rename", "stdout",
    "puts",     "QSaveFile", "QImageWriter", "QTextStream", "QFile",    "putchar", "printf", "setFileName"};

bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool holdsWord(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isOfWord(text[at - 1])) && (end == text.size() || !isOfWord(text[end]))) return true;
    }
    return false;
}

/// Without its comment and what stands in quotes.
std::string codeOf(const std::string& line) {
    std::string code;
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!quoted && line.compare(i, 2, "//") == 0) break;
        if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) quoted = !quoted;
        if (!quoted) code += line[i];
    }
    return code;
}

TEST(Writing, IsDoneByOneWriter) {
    const fs::path source = LANESCOPE_SOURCE_DIR;
    int files = 0;
    for (const char* top : {"app", "core", "gpu", "widgets"})
        for (const auto& entry : fs::recursive_directory_iterator(source / top)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            const std::string path = entry.path().lexically_relative(source).generic_string();
            if (std::ranges::find(kWriters, path) != kWriters.end()) continue;
            ++files;
            std::ifstream file(entry.path());
            std::string text;
            for (int line = 1; std::getline(file, text); ++line) {
                const std::string code = codeOf(text);
                for (const std::string_view other : kOther)
                    EXPECT_FALSE(holdsWord(code, other)) << path << ":" << line << ": " << text;
            }
        }
    EXPECT_GT(files, 300) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
}

}  // namespace
