// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/source_text.h"

#include <optional>

namespace lanescope::warps {
namespace {

/// The text between the parenthesis that comes behind a word and the one that closes it.
std::optional<std::string_view> inParentheses(std::string_view line, std::string_view word) {
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) return std::nullopt;
    if (at > 0 && line[at - 1] != ' ' && line[at - 1] != '}' && line[at - 1] != '\t') return std::nullopt;
    line.remove_prefix(at + word.size());
    const std::size_t open = line.find_first_not_of(' ');
    if (open == std::string_view::npos || line[open] != '(') return std::nullopt;
    line.remove_prefix(open + 1);
    int depth = 1;
    for (std::size_t end = 0; end < line.size(); ++end) {
        depth += line[end] == '(' ? 1 : line[end] == ')' ? -1 : 0;
        if (depth == 0) return line.substr(0, end);
    }
    return std::nullopt;
}

}  // namespace

std::string_view sourceLineOf(const Kernel& kernel, std::uint32_t number) {
    if (!kernel.source || number == 0) return {};
    std::string_view text = *kernel.source;
    for (std::uint32_t i = 1; i < number; ++i) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

std::string conditionIn(std::string_view line) {
    for (const std::string_view word : {"if", "while"})
        if (const auto asked = inParentheses(line, word)) return std::string(*asked);
    if (const auto head = inParentheses(line, "for")) {
        const std::size_t first = head->find(';');
        const std::size_t second = first == std::string_view::npos ? first : head->find(';', first + 1);
        if (second == std::string_view::npos) return {};
        std::string_view asked = head->substr(first + 1, second - first - 1);
        const std::size_t begin = asked.find_first_not_of(' ');
        return begin == std::string_view::npos ? std::string() : std::string(asked.substr(begin));
    }
    return {};
}

}  // namespace lanescope::warps
