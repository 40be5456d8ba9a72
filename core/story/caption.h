// SPDX-License-Identifier: GPL-3.0-or-later
// Captions with live numbers: "{global_load_efficiency} of what is moved is used". What stands between braces is the
// name of a number (numbers.h), of a side ("b:blocks") or a ratio of two ("b:measured / a:measured"). Everything else
// is plain text; two braces are one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/story/numbers.h"

namespace lanescope::story {

struct CaptionPiece {
    std::string text;  ///< of a number what stands between its braces, without spaces around it
    bool number = false;
    friend bool operator==(const CaptionPiece&, const CaptionPiece&) = default;
};
/// A brace that is never closed is a plain one.
[[nodiscard]] std::vector<CaptionPiece> piecesOf(std::string_view caption);

/// A number of a caption, as it is now.
struct CaptionNumber {
    std::string reference;
    std::optional<Number> now{};             ///< nothing: `missing` says why
    std::string missing{};                   ///< a sentence with what to do; empty if it is there
    std::optional<WrittenNumber> written{};  ///< nothing: nobody has looked at the words with it yet
    bool changed = false;                    ///< it reads otherwise than when it was written
    std::size_t first = 0;                   ///< where it stands in the text, bytes [first, end)
    std::size_t end = 0;
};

struct ResolvedCaption {
    std::string text;  ///< plain; a number that is missing is "?"
    std::vector<CaptionNumber> numbers;
    [[nodiscard]] bool isChanged() const;
    [[nodiscard]] bool isWhole() const;  ///< no number is missing
};

/// `numbers` are those of the bookmark.
[[nodiscard]] ResolvedCaption resolved(std::string_view caption,
                                       const std::map<std::string, WrittenNumber, std::less<>>& written,
                                       const NumberSource& source);

/// How it read when somebody last looked at it, for lists of what has not been run; "…" for a number that nobody has
/// looked at yet.
[[nodiscard]] std::string lastRead(std::string_view caption,
                                   const std::map<std::string, WrittenNumber, std::less<>>& written);

/// The bookmark with the numbers of its caption and note as they are now, and the ways to find its place; for whoever
/// writes stories. Nothing else of it changes, and numbers that are missing stay unwritten.
[[nodiscard]] Bookmark asWritten(Bookmark bookmark, const NumberSource& source);

}  // namespace lanescope::story
