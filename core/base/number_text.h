// SPDX-License-Identifier: GPL-3.0-or-later
// The one reader of numbers that people write: options, settings, parameters. All of the text must be the number, in
// decimal and as C writes it whatever the locale is: no spaces, no "+", no "-" where nothing below 0 is legal, no NaN
// and no infinity.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

/// Both ends are legal.
template <typename Number>
struct NumberRange {
    Number least;
    Number most;

    [[nodiscard]] bool holds(Number value) const { return value >= least && value <= most; }
};
using WholeRange = NumberRange<std::int64_t>;
using RealRange = NumberRange<double>;

/// Nothing if `text` is no whole number or does not fit into 64 bits.
[[nodiscard]] std::optional<std::uint64_t> wholeNumberFromText(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> wholeNumberFromText(std::string_view text, WholeRange range);
/// Nothing if `text` is no number, or one that is not in the range.
[[nodiscard]] std::optional<double> realNumberFromText(std::string_view text, RealRange range);

/// "a whole number from 1 to 1024"
[[nodiscard]] std::string rangeText(WholeRange range);
/// "a number from 0.1 to 3600"
[[nodiscard]] std::string rangeText(RealRange range);

/// The same with a sentence: IllegalValue names the option (`name`), what was given for it and the range.
[[nodiscard]] Result<std::int64_t> wholeNumber(std::string_view name, std::string_view text, WholeRange range);
[[nodiscard]] Result<double> realNumber(std::string_view name, std::string_view text, RealRange range);

}  // namespace lanescope
