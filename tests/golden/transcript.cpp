// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/transcript.h"

#include <algorithm>

namespace lanescope::golden {
namespace {

constexpr std::string_view kCommand = "$ ";

/// Takes a line off the text; nothing where the text has ended.
std::optional<std::string_view> nextLine(std::string_view& text) {
    if (text.empty()) return std::nullopt;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

void addLines(std::string& transcript, const std::string& mark, std::string_view output) {
    const bool ended = output.empty() || output.back() == '\n';
    while (const auto line = nextLine(output)) transcript.append(mark).append(*line).append("\n");
    if (!ended) transcript.append("(the last line is not ended)\n");
}

/// Characters `from` and some before and behind it.
std::string excerpt(const std::string& line, std::size_t from) {
    constexpr std::size_t kBefore = 80;
    constexpr std::size_t kAll = 240;
    if (line.size() <= kAll) return line;
    const std::size_t begin = from > kBefore ? from - kBefore : 0;
    return (begin > 0 ? "…" : "") + line.substr(begin, kAll) + (begin + kAll < line.size() ? "…" : "");
}

}  // namespace

std::string transcriptOf(const std::string& command, const ProgramResult& answer) {
    std::string transcript(kCommand);
    transcript += command + "\nexit code " + std::to_string(answer.exitCode) + "\n";
    addLines(transcript, "> ", answer.out);
    addLines(transcript, "! ", answer.err);
    return transcript;
}

std::optional<Difference> firstDifference(std::string_view frozen, std::string_view now) {
    Difference difference;
    for (;;) {
        ++difference.line;
        const auto before = nextLine(frozen);
        const auto after = nextLine(now);
        if (!before && !after) return std::nullopt;
        if (before != after) {
            difference.frozen = before;
            difference.now = after;
            return difference;
        }
        if (before->starts_with(kCommand)) difference.command = before->substr(kCommand.size());
    }
}

std::string describe(const Difference& difference) {
    const std::string frozen = difference.frozen.value_or("");
    const std::string now = difference.now.value_or("");
    const auto parted = std::mismatch(frozen.begin(), frozen.end(), now.begin(), now.end());
    const auto column = static_cast<std::size_t>(parted.first - frozen.begin());
    const auto shown = [&](const std::optional<std::string>& line) {
        return line ? excerpt(*line, column) : "(nothing more)";
    };
    std::string text = "line " + std::to_string(difference.line) + ", column " + std::to_string(column + 1);
    if (!difference.command.empty()) text += ", of what was answered to\n  " + difference.command;
    return text + "\nfrozen: " + shown(difference.frozen) + "\nnow:    " + shown(difference.now) + "\n";
}

}  // namespace lanescope::golden
