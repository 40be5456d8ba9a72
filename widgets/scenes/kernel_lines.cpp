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

}  // namespace lanescope
