// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <charconv>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

template <typename Number>
std::optional<Number> parsed(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [behind, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || behind != end) return std::nullopt;
    return number;
}

template <typename Number>
std::optional<Number> parsedWithin(std::string_view text, NumberRange<Number> range) {
    if (range.least >= 0 && text.starts_with('-')) return std::nullopt;  // "-0"
    const std::optional<Number> number = parsed<Number>(text);
    return number && range.holds(*number) ? number : std::nullopt;  // a NaN is in no range
}

/// As it is quoted in a sentence: nobody reads a megabyte of it.
std::string quoted(std::string_view text) {
    constexpr std::size_t kMost = 60;
    return text.size() <= kMost ? std::string(text) : std::string(text.substr(0, kMost)) + "…";
}

template <typename Number>
tl::unexpected<Error> illegal(std::string_view name, std::string_view text, NumberRange<Number> range) {
    return fail(ErrorCode::IllegalValue,
                {{"parameter", std::string(name)},
                 {"value", quoted(text)},
                 {"legal", inWords(Message("number.must_be"_id, {{"range", rangeText(range)}}))}});
}

}  // namespace

std::optional<std::uint64_t> wholeNumberFromText(std::string_view text) { return parsed<std::uint64_t>(text); }

std::optional<std::int64_t> wholeNumberFromText(std::string_view text, WholeRange range) {
    return parsedWithin(text, range);
}

std::optional<double> realNumberFromText(std::string_view text, RealRange range) { return parsedWithin(text, range); }

std::string rangeText(WholeRange range) {
    return inWords(Message("number.whole_range"_id, {{"least", range.least}, {"most", range.most}}));
}

std::string rangeText(RealRange range) {
    return inWords(Message("number.real_range"_id,
                           {{"least", numbers::exact(range.least)}, {"most", numbers::exact(range.most)}}));
}

Result<std::int64_t> wholeNumber(std::string_view name, std::string_view text, WholeRange range) {
    if (const auto number = parsedWithin(text, range)) return *number;
    return illegal(name, text, range);
}

Result<double> realNumber(std::string_view name, std::string_view text, RealRange range) {
    if (const auto number = parsedWithin(text, range)) return *number;
    return illegal(name, text, range);
}

}  // namespace lanescope
