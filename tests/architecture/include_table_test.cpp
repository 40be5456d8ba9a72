// SPDX-License-Identifier: GPL-3.0-or-later
// Who may include whom, in words. CMake's link lines enforce the same; this says which line of which file is at fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/architecture/source_text.h"

namespace {

namespace fs = std::filesystem;

using Rooms = std::map<std::string, std::set<std::string>>;

/// Room → rooms that it may include besides itself: each room's README.md says it in its last line. A room is a folder
/// with such a page: a folder of core, or gpu, widgets, widgets/{explore,lecture,paint,stage}, app, app/cli.
Rooms readRooms() {
    static const std::regex kLine("May use: (.*)\\.");
    static const std::regex kName("`([^`]+)`");
    const fs::path root = LANESCOPE_SOURCE_DIR;
    Rooms rooms;
    for (const char* top : {"core", "gpu", "widgets", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            if (entry.path().filename() != "README.md") continue;
            std::ifstream file(entry.path());
            std::string text;
            for (std::smatch line; std::getline(file, text);) {
                if (!std::regex_match(text, line, kLine)) continue;
                const std::string names = line[1];
                auto& allowed = rooms[fs::relative(entry.path().parent_path(), root).string()];
                for (std::sregex_iterator name(names.begin(), names.end(), kName), end; name != end; ++name)
                    allowed.insert((*name)[1]);
            }
        }
    return rooms;
}

const Rooms& rooms() {
    static const Rooms kRooms = readRooms();
    return kRooms;
}

std::string roomOf(const std::string& path) {
    std::string best;
    for (const auto& [room, allowed] : rooms())
        if (path.starts_with(room + "/") && room.size() > best.size()) best = room;
    return best;
}

bool mayInclude(const std::string& from, const std::string& to) {
    if (from == to) return true;
    const auto& allowed = rooms().at(from);
    return allowed.contains(to) || (to.starts_with("core/") && allowed.contains("core/*"));
}

struct Include {
    std::string file;
    int line;
    std::string target;
    bool quoted;
};

std::vector<Include> allIncludes() {
    static const std::regex kInclude(R"(^\s*#\s*include\s+([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    const fs::path root = LANESCOPE_SOURCE_DIR;
    for (const char* top : {"core", "gpu", "widgets", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            std::ifstream file(entry.path());
            std::string text;
            for (int line = 1; std::getline(file, text); ++line)
                if (std::smatch match; std::regex_search(text, match, kInclude))
                    includes.push_back({fs::relative(entry.path(), root).string(), line, match[2], match[1] == "\""});
        }
    return includes;
}

TEST(IncludeTable, NoArrowRunsBack) {
    const auto includes = allIncludes();
    ASSERT_GT(includes.size(), 100U) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
    for (const Include& include : includes) {
        if (!include.quoted) continue;
        const std::string from = roomOf(include.file);
        const std::string to = roomOf(include.target);
        if (to.empty()) continue;  // a file of the same folder or a third party's
        EXPECT_TRUE(mayInclude(from, to))
            << include.file << ":" << include.line << ": " << from << " may not include " << include.target;
    }
}

TEST(IncludeTable, EveryRoomSaysWhatItHoldsAndMayUse) {
    const fs::path root = LANESCOPE_SOURCE_DIR;
    std::set<std::string> folders{"gpu",           "widgets", "widgets/explore", "widgets/lecture", "widgets/paint",
                                  "widgets/stage", "app",     "app/cli"};
    for (const auto& entry : fs::directory_iterator(root / "core"))
        if (entry.is_directory()) folders.insert("core/" + entry.path().filename().string());
    for (const std::string& folder : folders)
        EXPECT_TRUE(rooms().contains(folder)) << folder << "/README.md has no line \"May use: …\"";
    for (const auto& [room, allowed] : rooms()) {
        EXPECT_TRUE(folders.contains(room)) << room << " is no room";
        for (const std::string& other : allowed)
            EXPECT_TRUE(other == "core/*" || folders.contains(other)) << room << "/README.md names " << other;
    }
}

/// PTX is one front end of core/program. It is named where text is read, where the CUDA driver is given it, and in the
/// model of ptxas; what runs, watches, counts and shows code would do the same with another.
TEST(IncludeTable, PtxIsNamedByThoseAloneWhoReadIt) {
    const std::vector<std::string> readers{"core/ptx/",          "core/ptxas/", "core/algorithms/kernel_file.cpp",
                                           "core/simt/decode/",  "gpu/",        "app/cli/ptx_",
                                           "app/cli/entries.cpp"};
    static const std::regex kPtx("\\bptx::|\"core/ptx/");
    std::set<std::string> readersWithPtx;
    for (const lanescope::SourceFile& source : lanescope::sourcesIn({"core", "gpu", "widgets", "app"})) {
        if (!std::regex_search(source.text, kPtx)) continue;
        const auto reader =
            std::ranges::find_if(readers, [&](const std::string& start) { return source.name.starts_with(start); });
        if (reader == readers.end())
            ADD_FAILURE() << source.name << " names ptx::, but is to know core/program only";
        else
            readersWithPtx.insert(*reader);
    }
    EXPECT_EQ(readersWithPtx.size(), readers.size()) << "one of them needs no PTX any more";
}

TEST(IncludeTable, NoQtInCoreGpuAndCli) {
    for (const Include& include : allIncludes()) {
        const std::string room = roomOf(include.file);
        if (room.starts_with("widgets") || room == "app") continue;
        const bool qt = std::regex_search(include.target, std::regex("^(Q[A-Z]|Qt|qcustomplot)"));
        EXPECT_FALSE(qt) << include.file << ":" << include.line << ": " << room << " is built without Qt, but includes "
                         << include.target;
    }
}

TEST(IncludeTable, CudaOnlyInGpu) {
    for (const Include& include : allIncludes()) {
        const bool cuda = std::regex_search(include.target, std::regex("^(cuda|cupti|nvrtc|nvml|nvperf)"));
        EXPECT_TRUE(!cuda || roomOf(include.file) == "gpu") << include.file << ":" << include.line;
    }
}

TEST(IncludeTable, JsonLibraryOnlyInSources) {
    for (const Include& include : allIncludes())
        EXPECT_TRUE(!include.target.starts_with("nlohmann/") || include.file.ends_with(".cpp") ||
                    include.target == "nlohmann/json_fwd.hpp")  // declares the names, and is short
            << include.file << ":" << include.line << ": headers stay free of the JSON library (it is slow to parse)";
}

/// So each of them is compiled once with nothing before it, and needs no include first (tests/architecture's
/// CMakeLists.txt).
TEST(IncludeTable, EachSourceIncludesItsOwnHeaderFirst) {
    const fs::path root = LANESCOPE_SOURCE_DIR;
    std::string last;
    int headers = 0;
    for (const Include& include : allIncludes()) {
        if (include.file == last) continue;
        last = include.file;
        const fs::path header = fs::path(include.file).replace_extension(".h");
        if (!include.file.ends_with(".cpp") || !fs::exists(root / header)) continue;
        ++headers;
        EXPECT_EQ(include.target, header.string()) << include.file << ":" << include.line << ": the first include";
    }
    EXPECT_GT(headers, 100);
}

}  // namespace
