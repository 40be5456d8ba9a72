// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/caption.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/story/position.h"

namespace lanescope::story {
namespace {

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

}  // namespace

std::vector<CaptionPiece> piecesOf(std::string_view caption) {
    std::vector<CaptionPiece> pieces;
    std::string plain;
    const auto flush = [&] {
        if (!plain.empty()) pieces.push_back({std::move(plain), false});
        plain.clear();
    };
    for (std::size_t i = 0; i < caption.size(); ++i) {
        const char c = caption[i];
        const bool doubled = i + 1 < caption.size() && caption[i + 1] == c;
        if ((c == '{' || c == '}') && doubled) {
            plain += c;
            ++i;
            continue;
        }
        const std::size_t close = c == '{' ? caption.find('}', i) : std::string_view::npos;
        if (close == std::string_view::npos) {
            plain += c;
            continue;
        }
        flush();
        pieces.push_back({trimmed(caption.substr(i + 1, close - i - 1)), true});
        i = close;
    }
    flush();
    return pieces;
}

bool ResolvedCaption::isChanged() const { return std::ranges::any_of(numbers, &CaptionNumber::changed); }

bool ResolvedCaption::isWhole() const {
    return std::ranges::all_of(numbers, [](const CaptionNumber& number) { return number.now.has_value(); });
}

ResolvedCaption resolved(std::string_view caption, const std::map<std::string, WrittenNumber, std::less<>>& written,
                         const NumberSource& source) {
    ResolvedCaption result;
    for (const CaptionPiece& piece : piecesOf(caption)) {
        if (!piece.number) {
            result.text += piece.text;
            continue;
        }
        CaptionNumber number{.reference = piece.text, .first = result.text.size()};
        if (const auto found = written.find(piece.text); found != written.end()) number.written = found->second;
        if (auto now = source.find(piece.text)) {
            number.now = std::move(*now);
            const std::string words = wordsOf(*number.now);
            number.changed =
                number.written && wordsOf(Number{number.written->value, number.written->unit, {}}) != words;
            result.text += words;
        } else {
            number.missing = inWords(now.error());
            result.text += '?';
        }
        number.end = result.text.size();
        result.numbers.push_back(std::move(number));
    }
    return result;
}

std::string lastRead(std::string_view caption, const std::map<std::string, WrittenNumber, std::less<>>& written) {
    std::string text;
    for (const CaptionPiece& piece : piecesOf(caption)) {
        const auto found = piece.number ? written.find(piece.text) : written.end();
        if (found != written.end())
            text += wordsOf(Number{found->second.value, found->second.unit, {}});
        else
            text += piece.number ? "…" : piece.text;
    }
    return text;
}

Bookmark asWritten(Bookmark bookmark, const NumberSource& source) {
    bookmark.numbers.clear();
    for (const std::string* text : {&bookmark.caption, &bookmark.note})
        for (const CaptionNumber& number : resolved(*text, {}, source).numbers)
            if (number.now)
                bookmark.numbers[number.reference] = {number.now->value, number.now->unit, number.now->origin};
    const auto& flow = source.run().sides.front().flow;
    if (!flow) return bookmark;
    const auto settled = [&](const Position& position) {
        Position now = positionAt(*flow, find(position, *flow).event);
        now.clock = position.clock;
        return now;
    };
    bookmark.position = settled(bookmark.position);
    if (bookmark.until) bookmark.until = settled(*bookmark.until);
    return bookmark;
}

}  // namespace lanescope::story
