// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/source_rounds.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "widgets/stage/warps/counted_loop.h"
#include "widgets/stage/warps/source_text.h"

namespace lanescope::warps {
namespace {

bool isOfName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return std::nullopt;
    text = text.substr(first, text.find_last_not_of(' ') - first + 1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// What stands between the first < of a text and the > that closes it, at its commas.
std::vector<std::string_view> inBrackets(std::string_view text) {
    std::vector<std::string_view> parts;
    const std::size_t open = text.find('<');
    if (open == std::string_view::npos) return parts;
    std::size_t from = open + 1;
    int depth = 1;
    for (std::size_t at = from; at < text.size(); ++at) {
        depth += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
        if (depth > 1 || (depth == 1 && text[at] != ',')) continue;
        parts.push_back(text.substr(from, at - from));
        from = at + 1;
        if (depth == 0) break;
    }
    return parts;
}

std::string_view nameIn(std::string_view parameter) {
    parameter = parameter.substr(0, parameter.find('='));
    std::size_t end = parameter.size();
    while (end > 0 && !isOfName(parameter[end - 1])) --end;
    std::size_t from = end;
    while (from > 0 && isOfName(parameter[from - 1])) --from;
    return parameter.substr(from, end - from);
}

/// The for loop around a line, as far as braces tell, and what it asks.
struct Around {
    ForHead head;
    std::string asked;
};
std::optional<Around> loopAround(const Launch& launch, std::uint32_t line) {
    int open = 0;  // braces that the lines below open, less those that they close
    for (std::uint32_t number = line; number-- > 1;) {
        const std::string text = withConstants(*launch.kernel, sourceLineOf(*launch.kernel, number), number);
        open += static_cast<int>(std::ranges::count(text, '{') - std::ranges::count(text, '}'));
        if (text.find("__global__") != std::string::npos) return std::nullopt;
        const bool encloses = open > 0 || number + 1 == line;
        if (open > 0) open = 0;
        if (!encloses) continue;
        if (const auto head = forHeadIn(text, launch.block.x)) return Around{*head, conditionIn(text)};
    }
    return std::nullopt;
}

/// What "m < n" compares with: a number, or one that the launch is given. Of several only one can end a loop so.
bool endsBehind(const Launch& launch, const Around& loop, std::uint32_t rounds) {
    const std::size_t sign = loop.asked.find('<');
    if (sign == std::string::npos || loop.asked.find_first_of("=&|", sign) != std::string::npos) return false;
    if (nameIn(std::string_view(loop.asked).substr(0, sign)) != loop.head.name) return false;
    std::int64_t last = loop.head.begin;
    for (std::uint32_t round = 1; round < rounds; ++round) {
        const auto next = loop.head.after(last);
        if (!next || *next <= last) return false;
        last = *next;
    }
    const auto behind = loop.head.after(last);
    const auto ends = [&](std::int64_t bound) { return behind && last < bound && *behind >= bound; };
    if (const auto bound = wholeNumber(std::string_view(loop.asked).substr(sign + 1))) return ends(*bound);
    return std::ranges::any_of(launch.arguments, [&](const Argument& argument) {
        const auto* scalar = std::get_if<Scalar>(&argument);
        return scalar != nullptr && scalar->type == ElementType::I32 &&
               ends(static_cast<std::int32_t>(static_cast<std::uint32_t>(scalar->bits)));
    });
}

}  // namespace

std::string withConstants(const Kernel& kernel, std::string_view line, std::uint32_t number) {
    std::string_view parameters;
    while (number > 1 && parameters.empty()) {
        const std::string_view above = sourceLineOf(kernel, --number);
        if (above.starts_with("template")) parameters = above;
    }
    const auto names = inBrackets(parameters);
    const auto values = inBrackets(kernel.entry);
    std::map<std::string_view, std::string> known;
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
        if (const auto value = wholeNumber(values[i])) known[nameIn(names[i])] = std::to_string(*value);
    std::string text;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at;
        while (end < line.size() && isOfName(line[end])) ++end;
        const auto found = end > at ? known.find(line.substr(at, end - at)) : known.end();
        if (end == at) ++end;
        text += found == known.end() ? std::string(line.substr(at, end - at)) : found->second;
        at = end;
    }
    return text;
}

std::string roundBySource(const Launch& launch, std::uint32_t line, std::uint32_t round, std::uint32_t rounds) {
    if (round == 0 || line == 0) return {};
    const auto loop = loopAround(launch, line);
    if (!loop || !endsBehind(launch, *loop, rounds)) return {};
    std::int64_t value = loop->head.begin;
    for (std::uint32_t i = 1; i < round; ++i) value = loop->head.after(value).value_or(value);
    return loop->head.name + " = " + std::to_string(value);
}

}  // namespace lanescope::warps
