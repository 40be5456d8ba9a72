// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/kernel_lines.h"

#include <algorithm>
#include <string_view>

namespace lanescope {
namespace {

struct Line {
    std::uint32_t number = 0;
    std::string_view text;     ///< without comment and white space at the ends
    std::string_view comment;  ///< from its slashes on
};

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<Line> linesOf(const Kernel& kernel) {
    std::vector<Line> lines;
    const std::optional<LineRange> body = bodyOf(kernel);
    if (!body || !kernel.source) return lines;
    std::string_view rest = *kernel.source;
    for (std::uint32_t number = 1; number <= body->last && !rest.empty(); ++number) {
        const auto end = rest.find('\n');
        const std::string_view whole = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (number < body->first) continue;
        const auto slashes = whole.find("//");
        lines.push_back({number, trimmed(whole.substr(0, slashes)),
                         slashes == std::string_view::npos ? std::string_view{} : trimmed(whole.substr(slashes))});
    }
    return lines;
}

}  // namespace

bool isFromSource(const Kernel& kernel, const program::SourceLocation& location) {
    if (location.line == 0 || location.file >= kernel.module->files.size()) return false;
    return std::string_view(kernel.module->files[location.file]).ends_with(kernel.sourceName);
}

std::optional<LineRange> bodyOf(const Kernel& kernel) {
    std::optional<LineRange> body;
    for (const program::Instruction& instruction : kernel.code().instructions) {
        if (!isFromSource(kernel, instruction.source)) continue;
        const std::uint32_t line = instruction.source.line;
        if (!body) body = LineRange{line, line};
        body->first = std::min(body->first, line);
        body->last = std::max(body->last, line);
    }
    return body;
}

std::vector<std::uint32_t> defectLines(const Kernel& kernel) {
    std::vector<std::uint32_t> found;
    for (const Line& line : linesOf(kernel))
        if (line.comment.starts_with("// defect")) found.push_back(line.number);
    return found;
}

std::vector<std::uint32_t> differingLines(const std::vector<CodeLine>& mine, const std::vector<CodeLine>& theirs) {
    const std::size_t columns = theirs.size() + 1;
    // common[i][j]: length of the longest common subsequence of the lines from i and from j on.
    std::vector<std::uint32_t> common((mine.size() + 1) * columns, 0);
    for (std::size_t i = mine.size(); i-- > 0;)
        for (std::size_t j = theirs.size(); j-- > 0;)
            common[i * columns + j] = mine[i].text == theirs[j].text
                                          ? common[(i + 1) * columns + j + 1] + 1
                                          : std::max(common[(i + 1) * columns + j], common[i * columns + j + 1]);
    std::vector<std::uint32_t> differing;
    for (std::size_t i = 0, j = 0; i < mine.size();) {
        if (j < theirs.size() && mine[i].text == theirs[j].text) {
            ++i, ++j;
        } else if (j < theirs.size() && common[i * columns + j + 1] >= common[(i + 1) * columns + j]) {
            ++j;
        } else {
            differing.push_back(mine[i++].number);
        }
    }
    return differing;
}

}  // namespace lanescope
