// SPDX-License-Identifier: GPL-3.0-or-later
// What the documents link to is there: pages, pictures, files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> documents() {
    const fs::path root = LANESCOPE_SOURCE_DIR;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(root))
        if (entry.path().extension() == ".md") found.push_back(entry.path());
    for (const char* top : {"app", "core", "docs", "examples", "gpu", "packaging", "resources", "tests", "widgets"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top))
            if (entry.path().extension() == ".md") found.push_back(entry.path());
    return found;
}

/// Links of Markdown to files, without the place within them; those to the web are left out.
std::vector<std::string> linksOf(const fs::path& document) {
    std::stringstream text;
    text << std::ifstream(document).rdbuf();
    const std::string all = text.str();
    static const std::regex kLink(R"(\]\(([^)\s]+)\))");
    std::vector<std::string> links;
    for (std::sregex_iterator match(all.begin(), all.end(), kLink), end; match != end; ++match) {
        std::string link = (*match)[1];
        link = link.substr(0, link.find('#'));
        if (!link.empty() && link.find("://") == std::string::npos) links.push_back(link);
    }
    return links;
}

TEST(Documents, LinkToWhatIsThere) {
    std::size_t links = 0;
    for (const fs::path& document : documents())
        for (const std::string& link : linksOf(document)) {
            ++links;
            EXPECT_TRUE(fs::exists(document.parent_path() / link)) << document << " links to " << link;
        }
    EXPECT_GT(links, 100U);
}

}  // namespace
}  // namespace lanescope
