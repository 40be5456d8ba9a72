// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/kernel_source.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace lanescope {
namespace {

/// A function longer than that upwards is not looked for: the text is not laid out as C++ usually is.
constexpr std::uint32_t kLongestHead = 400;

struct SourceLine {
    std::string_view text;
    bool isComment = false;  ///< begins with one, or is in one
};

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    return text;
}

/// Is the text behind this line in a comment? `inComment`: it was before.
bool endsInComment(std::string_view line, bool inComment) {
    for (std::size_t at = 0; at < line.size();) {
        const std::string_view rest = line.substr(at);
        const std::size_t sign = inComment ? rest.find("*/") : std::min(rest.find("//"), rest.find("/*"));
        if (sign == std::string_view::npos || (!inComment && rest[sign + 1] == '/')) return inComment;
        inComment = !inComment;
        at += sign + 2;
    }
    return inComment;
}

std::vector<SourceLine> linesOf(const Kernel& kernel) {
    std::vector<SourceLine> lines;
    if (!kernel.source) return lines;
    std::string_view rest = *kernel.source;
    bool inComment = false;
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        const std::string_view line = rest.substr(0, end), said = trimmed(line);
        lines.push_back({line, inComment || said.starts_with("//") || said.starts_with("/*")});
        inComment = endsInComment(line, inComment);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return lines;
}

bool beginsTopLevel(const SourceLine& line) {
    constexpr std::string_view kOthers = "{}#";
    return !line.text.empty() && !isSpace(line.text[0]) && kOthers.find(line.text[0]) == std::string_view::npos &&
           !line.isComment;
}

LineRange functionAround(const std::vector<SourceLine>& source, std::uint32_t number) {
    const auto at = [&source](std::uint32_t line) -> const SourceLine& { return source[line - 1]; };
    std::uint32_t first = number;
    while (first > 1 && number - first < kLongestHead && !beginsTopLevel(at(first))) --first;
    if (!beginsTopLevel(at(first))) first = number;
    while (first > 1 && beginsTopLevel(at(first - 1)) && !trimmed(at(first - 1).text).ends_with(';')) --first;
    std::uint32_t last = number;
    const auto closes = [&at](std::uint32_t line) { return at(line).text.starts_with('}'); };
    while (last < source.size() && !closes(last) && (last == number || !beginsTopLevel(at(last + 1)))) ++last;
    return {first, last};
}

std::vector<LineRange> functionsIn(const Kernel& kernel, const std::vector<SourceLine>& source) {
    std::vector<LineRange> ranges;
    for (const program::Instruction& instruction : kernel.code().instructions) {
        const auto line = sourceLineOf(kernel, instruction);
        const auto holds = [line](const LineRange& range) { return range.first <= *line && *line <= range.last; };
        if (line && *line <= source.size() && std::ranges::none_of(ranges, holds))
            ranges.push_back(functionAround(source, *line));
    }
    std::ranges::sort(ranges, {}, &LineRange::first);
    std::vector<LineRange> apart;
    for (const LineRange& range : ranges) {
        if (!apart.empty() && range.first <= apart.back().last)
            apart.back().last = std::max(apart.back().last, range.last);
        else
            apart.push_back(range);
    }
    return apart;
}

bool saysSomething(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return !isSpace(c) && c != '{' && c != '}' && c != ';'; });
}

}  // namespace

bool isFromSource(const Kernel& kernel, const program::SourceLocation& location) {
    if (location.line == 0 || location.file >= kernel.module->files.size()) return false;
    return std::string_view(kernel.module->files[location.file]).ends_with(kernel.sourceName);
}

std::optional<std::uint32_t> sourceLineOf(const Kernel& kernel, const program::Instruction& instruction) {
    for (const program::SourceLocation& location : {instruction.source, instruction.calledFrom})
        if (isFromSource(kernel, location)) return location.line;
    return std::nullopt;
}

std::vector<LineRange> functionsOf(const Kernel& kernel) { return functionsIn(kernel, linesOf(kernel)); }

std::vector<CodeLine> codeLinesOf(const Kernel& kernel) {
    const std::vector<SourceLine> source = linesOf(kernel);
    std::vector<CodeLine> code;
    for (const LineRange& range : functionsIn(kernel, source))
        for (std::uint32_t number = range.first; number <= range.last; ++number) {
            const SourceLine& line = source[number - 1];
            const std::string_view said = trimmed(line.text.substr(0, line.text.find("//")));
            if (!line.isComment && saysSomething(said)) code.push_back({number, std::string(said)});
        }
    return code;
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
