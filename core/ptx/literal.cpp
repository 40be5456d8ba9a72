// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/literal.h"

#include <bit>
#include <charconv>
#include <system_error>

namespace lanescope::ptx {
namespace {

std::optional<std::uint64_t> parseWhole(std::string_view digits, int base) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

std::uint64_t signExtended(std::uint64_t value, unsigned bits) {
    const unsigned shift = 64 - bits;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

/// A decimal fraction or the bits of a double (0d…) or float (0f…), as the value that it stands for.
struct FloatLiteral {
    unsigned bits = 0;  ///< 32 or 64 as written, 0 for a decimal fraction
    std::uint64_t raw = 0;
    double value = 0;
};

std::optional<FloatLiteral> floatLiteralOf(std::string_view text) {
    const char second = text.size() > 1 && text[0] == '0' ? static_cast<char>(text[1] | 0x20) : '\0';
    if (second == 'f' || second == 'd') {
        const unsigned bits = second == 'f' ? 32 : 64;
        const auto raw = text.size() == 2 + bits / 4 ? parseWhole(text.substr(2), 16) : std::nullopt;
        if (!raw) return std::nullopt;
        const double value = bits == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(*raw)))
                                        : std::bit_cast<double>(*raw);
        return FloatLiteral{bits, *raw, value};
    }
    if (text.starts_with("0x") || text.find_first_of(".eE") == std::string_view::npos) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return FloatLiteral{0, std::bit_cast<std::uint64_t>(value), value};
}

std::optional<std::uint64_t> floatBits(const FloatLiteral& literal, bool negative, Type type) {
    if (type == Type::F32) {
        if (literal.bits == 64) return std::nullopt;
        const std::uint32_t bits = literal.bits == 32 ? static_cast<std::uint32_t>(literal.raw)
                                                      : std::bit_cast<std::uint32_t>(static_cast<float>(literal.value));
        return bits ^ (negative ? 0x80000000U : 0U);
    }
    if (literal.bits == 32) return std::nullopt;
    return literal.raw ^ (negative ? 1ULL << 63 : 0ULL);
}

}  // namespace

std::optional<std::uint64_t> integerOf(std::string_view text) {
    if (text.ends_with('U')) text.remove_suffix(1);
    if (text.starts_with("0x") || text.starts_with("0X")) return parseWhole(text.substr(2), 16);
    if (text.starts_with("0b") || text.starts_with("0B")) return parseWhole(text.substr(2), 2);
    if (text.size() > 1 && text.front() == '0') return parseWhole(text.substr(1), 8);
    return parseWhole(text, 10);
}

std::optional<std::uint64_t> immediateOf(std::string_view text, bool negative, Type type) {
    const unsigned bits = bitsOf(type);
    const bool wantsFloat = type == Type::F32 || type == Type::F64;
    if (const auto literal = floatLiteralOf(text)) {
        if (type == Type::B32 || type == Type::B64) {
            if (literal->bits != bits || negative) return std::nullopt;
            return signExtended(literal->raw, bits);
        }
        return wantsFloat ? floatBits(*literal, negative, type) : std::nullopt;
    }
    const auto magnitude = integerOf(text);
    if (wantsFloat || type == Type::F16 || bits == 0 || !magnitude) return std::nullopt;
    // A predicate is written 0, 1 or -1.
    if (bits == 1) return *magnitude <= 1 ? magnitude : std::nullopt;
    const std::uint64_t most = negative ? 1ULL << (bits - 1) : ~0ULL >> (64 - bits);
    if (*magnitude > most) return std::nullopt;
    return signExtended(negative ? 0 - *magnitude : *magnitude, bits);
}

}  // namespace lanescope::ptx
