// SPDX-License-Identifier: GPL-3.0-or-later
// Files are written by writeFile() alone (core/base/file_writer.h), and standard output by std::cout, whose every byte
// is known to have been written (core/base/standard_output.h). Whatever else can write loses what was there, or says
// nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;

/// The writers themselves, and the journal of a recording, to which lines are added.
constexpr std::array<std::string_view, 4> kWriters{"core/base/descriptor.cpp", "core/base/file_writer.cpp",
                                                   "core/base/standard_output.cpp", "app/cli/recording_journal.cpp"};

TEST(Writing, IsDoneByOneWriter) {
    static const std::regex kOther(
        R"(\bofstream\b|\bstd::fstream\b|\bfopen\(|\bfreopen\(|\bfwrite\(|\bQSaveFile\b|\bQFile\b|\bQImageWriter\b)"
        R"(|\bQTextStream\b|\bO_WRONLY\b|\bO_RDWR\b|\bfs::rename\b|filesystem::rename\b|\bsetFileName\()"
        R"(|\bstd::printf\(|\bputs\(|\bputchar\(|[^a-z]stdout\b[^"]*$)");
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
                const std::string code = text.substr(0, text.find("//"));
                EXPECT_FALSE(std::regex_search(code, kOther)) << path << ":" << line << ": " << text;
            }
        }
    EXPECT_GT(files, 300) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
}

}  // namespace
