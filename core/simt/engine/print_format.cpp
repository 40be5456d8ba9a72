// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/print_format.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string_view>
#include <vector>

namespace lanescope::simt {
namespace {

/// More room than this no field gets.
constexpr unsigned kWidest = 4096;

/// One %[flags][width][.precision][size]type; width and precision are numbers or `*`.
struct Conversion {
    std::string flags;
    unsigned width = 0;
    std::optional<unsigned> precision;
    bool widthGiven = false;  ///< `*`: an argument of its own, before the one that is converted
    bool precisionGiven = false;
    unsigned shorts = 0;  ///< h
    bool wide = false;    ///< l, ll, z, j, t: 8 bytes
    char type = 0;

    /// As the C library takes it, for an argument of `size`.
    [[nodiscard]] std::string specification(const char* size) const {
        return "%" + flags + (width != 0 ? std::to_string(width) : "") +
               (precision ? "." + std::to_string(*precision) : "") + size + type;
    }
};

unsigned numberAt(std::string_view& rest) {
    unsigned number = 0;
    while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
        number = std::min(kWidest, number * 10 + static_cast<unsigned>(rest.front() - '0'));
        rest.remove_prefix(1);
    }
    return number;
}

/// `*`, or a number.
bool isStarAt(std::string_view& rest) {
    const bool star = rest.starts_with('*');
    if (star) rest.remove_prefix(1);
    return star;
}

/// Takes a conversion off the front of `rest`, which is behind its %. Nothing if it is none.
std::optional<Conversion> conversionAt(std::string_view& rest) {
    constexpr std::string_view kFlags = "-+ #0";
    constexpr std::string_view kTypes = "diouxXcsfFeEgGaAp";
    Conversion c;
    for (; !rest.empty() && kFlags.find(rest.front()) != std::string_view::npos; rest.remove_prefix(1))
        if (c.flags.find(rest.front()) == std::string::npos) c.flags += rest.front();
    c.widthGiven = isStarAt(rest);
    c.width = numberAt(rest);
    if (!rest.empty() && rest.front() == '.') {
        rest.remove_prefix(1);
        c.precisionGiven = isStarAt(rest);
        c.precision = numberAt(rest);
    }
    for (; !rest.empty() && std::string_view("hlzjt").find(rest.front()) != std::string_view::npos;
         rest.remove_prefix(1)) {
        if (rest.front() == 'h')
            ++c.shorts;
        else
            c.wide = true;
    }
    if (rest.empty() || kTypes.find(rest.front()) == std::string_view::npos) return std::nullopt;
    c.type = rest.front();
    rest.remove_prefix(1);
    return c;
}

template <typename... T>
std::string formatted(const std::string& specification, T... value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length = std::snprintf(nullptr, 0, specification.c_str(), value...);
    std::vector<char> text(static_cast<std::size_t>(std::max(0, length)) + 1);
    std::snprintf(text.data(), text.size(), specification.c_str(), value...);
#pragma GCC diagnostic pop
    return {text.data(), text.size() - 1};
}

std::string integerText(const Conversion& c, std::uint64_t bits) {
    const bool isSigned = c.type == 'd' || c.type == 'i';
    if (c.wide)
        return isSigned ? formatted(c.specification("ll"), static_cast<long long>(bits))
                        : formatted(c.specification("ll"), static_cast<unsigned long long>(bits));
    const char* const size = c.shorts >= 2 ? "hh" : c.shorts == 1 ? "h" : "";
    return isSigned ? formatted(c.specification(size), static_cast<int>(bits))
                    : formatted(c.specification(size), static_cast<unsigned>(bits));
}

/// Width and precision that arguments give. A width below 0 is one to the left; a precision below 0 is none.
bool takeGiven(Conversion& c, const PrintSource& source, std::uint64_t& offset) {
    const auto next = [&]() -> std::optional<std::int64_t> {
        offset = (offset + 3) / 4 * 4;
        const std::optional<std::uint64_t> bits = source.argument(offset, 4);
        offset += 4;
        if (!bits) return std::nullopt;
        return static_cast<std::int32_t>(*bits);
    };
    const auto limited = [](std::int64_t number) {
        return static_cast<unsigned>(std::min<std::int64_t>(kWidest, number < 0 ? -number : number));
    };
    if (c.widthGiven) {
        const auto width = next();
        if (!width) return false;
        if (*width < 0) c.flags += '-';
        c.width = limited(*width);
    }
    if (!c.precisionGiven) return true;
    const auto precision = next();
    if (!precision) return false;
    c.precision = *precision < 0 ? std::nullopt : std::optional(limited(*precision));
    return true;
}

/// The text of one argument; nothing if it cannot be read. `offset` is where the argument lies, and moves behind it.
std::optional<std::string> argumentText(const Conversion& c, const PrintSource& source, std::uint64_t& offset) {
    constexpr std::string_view kEight = "fFeEgGaAsp";
    const unsigned bytes = c.wide || kEight.find(c.type) != std::string_view::npos ? 8 : 4;
    offset = (offset + bytes - 1) / bytes * bytes;
    const std::optional<std::uint64_t> bits = source.argument(offset, bytes);
    offset += bytes;
    if (!bits) return std::nullopt;
    switch (c.type) {
        case 'c': return formatted(c.specification(""), static_cast<int>(static_cast<unsigned char>(*bits)));
        case 's': {
            const std::optional<std::string> text = *bits == 0 ? "(null)" : source.text(*bits);
            if (!text) return std::nullopt;
            return formatted(c.specification(""), text->c_str());
        }
        case 'p': {
            Conversion pointer = c;
            pointer.type = 'x';
            pointer.flags += c.flags.find('#') == std::string::npos ? "#" : "";
            return formatted(pointer.specification("ll"), static_cast<unsigned long long>(*bits));
        }
        case 'd':
        case 'i':
        case 'o':
        case 'u':
        case 'x':
        case 'X': return integerText(c, *bits);
        default: return formatted(c.specification(""), std::bit_cast<double>(*bits));
    }
}

}  // namespace

std::optional<Printed> print(const std::string& format, const PrintSource& source) {
    Printed printed;
    std::uint64_t offset = 0;
    for (std::string_view rest = format; !rest.empty();) {
        const std::size_t percent = std::min(rest.find('%'), rest.size());
        printed.text += rest.substr(0, percent);
        rest.remove_prefix(percent);
        if (rest.empty()) break;
        if (rest.starts_with("%%")) {
            printed.text += '%';
            rest.remove_prefix(2);
            continue;
        }
        std::string_view after = rest.substr(1);
        std::optional<Conversion> conversion = conversionAt(after);
        if (!conversion) {
            printed.text += '%';
            rest.remove_prefix(1);
            continue;
        }
        rest = after;
        if (!takeGiven(*conversion, source, offset)) return std::nullopt;
        const std::optional<std::string> text = argumentText(*conversion, source, offset);
        if (!text) return std::nullopt;
        printed.text += *text;
        printed.arguments += 1 + (conversion->widthGiven ? 1 : 0) + (conversion->precisionGiven ? 1 : 0);
    }
    return printed;
}

}  // namespace lanescope::simt
