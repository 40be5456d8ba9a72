// SPDX-License-Identifier: GPL-3.0-or-later
// Who may include whom, in words. CMake's link lines enforce the same; this says which line of which file is at fault.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Room → rooms it may include besides itself. A room is a folder of core, or gpu, widgets, app, app/cli.
const std::map<std::string, std::set<std::string>> kMayInclude{
    {"core/base", {}},
    {"core/ptx", {"core/base"}},
    {"core/plan", {"core/base", "core/ptx"}},
    {"core/simt", {"core/base", "core/ptx", "core/plan"}},
    {"core/trace", {"core/base", "core/ptx", "core/plan", "core/simt"}},
    {"core/ptxas", {"core/base", "core/ptx", "core/plan"}},
    {"core/gpus", {"core/base"}},
    {"core/metrics", {"core/base", "core/ptx", "core/plan", "core/simt", "core/trace", "core/ptxas", "core/gpus"}},
    {"core/algorithms", {"core/base", "core/ptx", "core/plan"}},
    {"core/models", {"core/base", "core/ptx", "core/plan", "core/ptxas", "core/metrics", "core/gpus"}},
    {"core/run",
     {"core/base", "core/ptx", "core/plan", "core/simt", "core/trace", "core/ptxas", "core/metrics", "core/algorithms",
      "core/gpus", "core/models"}},
    {"core/study",
     {"core/base", "core/ptx", "core/plan", "core/metrics", "core/algorithms", "core/gpus", "core/models"}},
    {"core/documents",
     {"core/base", "core/plan", "core/metrics", "core/algorithms", "core/gpus", "core/models", "core/study"}},
    {"core/library", {"core/base", "core/algorithms", "core/gpus", "core/documents", "core/study"}},
    {"core/validation",
     {"core/base", "core/plan", "core/simt", "core/metrics", "core/algorithms", "core/gpus", "core/models", "core/run",
      "core/study"}},
    {"core/worker", {"core/base", "core/plan", "core/metrics", "core/models", "core/study"}},
    {"gpu", {"core/*"}},
    {"widgets", {"core/*"}},
    {"app", {"core/*", "widgets"}},
    {"app/cli", {"core/*", "gpu"}},
};

std::string roomOf(const std::string& path) {
    std::string best;
    for (const auto& [room, allowed] : kMayInclude)
        if (path.starts_with(room + "/") && room.size() > best.size()) best = room;
    return best;
}

bool mayInclude(const std::string& from, const std::string& to) {
    if (from == to) return true;
    const auto& allowed = kMayInclude.at(from);
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

TEST(IncludeTable, NoQtInCoreGpuAndCli) {
    for (const Include& include : allIncludes()) {
        const std::string room = roomOf(include.file);
        if (room == "widgets" || room == "app") continue;
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

}  // namespace
