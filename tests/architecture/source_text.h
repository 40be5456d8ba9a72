// SPDX-License-Identifier: GPL-3.0-or-later
// Source files as texts, for the tests that look for what must not stand in them.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct SourceFile {
    std::string name;  ///< from the root of the sources: "core/base/words.h"
    std::string text;  ///< comments are blanks, so that places stay
};

/// One character or literal from `at` on: where the next begins.
[[nodiscard]] inline std::size_t nextInSource(std::string_view text, std::size_t at) {
    const char quote = text[at];
    if (quote == '"' && at > 0 && text[at - 1] == 'R') {
        const std::size_t open = text.find('(', at);
        const std::string end = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
        const std::size_t close = text.find(end, open);
        return close == std::string_view::npos ? text.size() : close + end.size();
    }
    const bool digits = quote == '\'' && at > 0 &&
                        std::string_view("0123456789abcdefABCDEF").find(text[at - 1]) != std::string_view::npos;
    if ((quote != '"' && quote != '\'') || digits) return at + 1;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == quote)
            return i + 1;
    }
    return text.size();
}

[[nodiscard]] inline std::string withoutComments(std::string text) {
    for (std::size_t at = 0; at < text.size();) {
        if (text.compare(at, 2, "//") != 0) {
            at = nextInSource(text, at);
            continue;
        }
        for (; at < text.size() && text[at] != '\n'; ++at) text[at] = ' ';
    }
    return text;
}

/// Every .h and .cpp below these folders.
[[nodiscard]] inline std::vector<SourceFile> sourcesIn(const std::vector<std::string>& folders) {
    namespace fs = std::filesystem;
    std::vector<SourceFile> sources;
    const fs::path root = LANESCOPE_SOURCE_DIR;
    for (const std::string& folder : folders)
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            std::ifstream file(entry.path());
            sources.push_back({fs::relative(entry.path(), root).generic_string(),
                               withoutComments({std::istreambuf_iterator<char>(file), {}})});
        }
    return sources;
}

[[nodiscard]] inline std::string placeIn(const SourceFile& source, std::size_t at) {
    long line = 1;
    for (std::size_t i = 0; i < at; ++i) line += source.text[i] == '\n';
    return source.name + ":" + std::to_string(line);
}

}  // namespace lanescope
