// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lanescope {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

bool isPlain(char c) { return (c >= ' ' && c < '\x7f') || c == '\n' || c == '\t'; }

bool steers(char32_t c) {
    if (c < 0x20) return c != '\n' && c != '\t';
    return (c >= 0x7f && c <= 0x9f) || c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

void addEscape(char32_t c, std::string& out) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(c >> shift) & 0xfU];
}

/// The first character of a text: how many bytes it has, and whether they are one at all.
struct First {
    enum class Kind { Whole, Begun, Wrong };
    Kind kind;
    std::size_t bytes;  ///< of a wrong one: those that belong together
    char32_t character = 0;
};

/// By table 3-7 of the Unicode standard (well-formed UTF-8 byte sequences).
First firstOf(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80) return {First::Kind::Whole, 1, lead};
    if (lead < 0xc2 || lead > 0xf4) return {First::Kind::Wrong, 1};
    const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t character = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (i == text.size()) return {First::Kind::Begun, i};
        const std::uint8_t least = i > 1 ? 0x80 : lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        const std::uint8_t most = i > 1 ? 0xbf : lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (byte(i) < least || byte(i) > most) return {First::Kind::Wrong, i};
        character = (character << 6U) | (byte(i) & 0x3fU);
    }
    return {First::Kind::Whole, length, character};
}

}  // namespace

void Printable::add(std::string_view text, std::string& out) {
    std::string joined;
    if (!m_begun.empty()) {
        joined = std::exchange(m_begun, {}) + std::string(text);
        text = joined;
    }
    while (!text.empty()) {
        const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, isPlain) - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) return;
        const First first = firstOf(text);
        if (first.kind == First::Kind::Begun) {
            m_begun = text;
            return;
        }
        if (first.kind == First::Kind::Wrong)
            out += kReplacement;
        else if (steers(first.character))
            addEscape(first.character, out);
        else
            out += text.substr(0, first.bytes);
        text.remove_prefix(first.bytes);
    }
}

void Printable::end(std::string& out) {
    if (!m_begun.empty()) out += kReplacement;
    m_begun.clear();
}

std::string printable(std::string_view text) {
    Printable filter;
    std::string out;
    filter.add(text, out);
    filter.end(out);
    return out;
}

}  // namespace lanescope
