// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point numbers of any format taken apart, and put together again with one rounding. Slow and exact: what
// conversions, half precision and their tests rest on. Included only by handlers.
#pragma once

#include <bit>
#include <cstdint>

#include "core/program/module.h"

namespace lanescope::simt::LANESCOPE_ISA {

/// An IEEE 754 binary format.
struct Format {
    unsigned exponentBits = 8;
    unsigned fractionBits = 23;

    [[nodiscard]] constexpr unsigned bits() const { return 1 + exponentBits + fractionBits; }
    [[nodiscard]] constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
    [[nodiscard]] constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }
    [[nodiscard]] constexpr std::uint64_t infinity() const {
        return ((std::uint64_t{1} << exponentBits) - 1) << fractionBits;
    }
    /// The only NaN that instructions produce: f16, bf16 and f32 all ones but the sign, f64 the default quiet one.
    [[nodiscard]] constexpr std::uint64_t nan() const { return bits() == 64 ? 0x7ff8'0000'0000'0000ULL : sign() - 1; }
};
inline constexpr Format kF16{5, 10};
inline constexpr Format kBF16{8, 7};
inline constexpr Format kF32{8, 23};
inline constexpr Format kF64{11, 52};

/// significand × 2^exponent, and if `sticky` a little more (less than one unit of the significand).
struct Number {
    enum class Kind : std::uint8_t { Finite, Infinite, NotANumber };
    Kind kind = Kind::Finite;
    bool negative = false;
    bool sticky = false;
    int exponent = 0;
    std::uint64_t significand = 0;
};

inline Number numberOf(std::uint64_t bits, Format format) {
    Number number;
    number.negative = (bits & format.sign()) != 0;
    const std::uint64_t magnitude = bits & (format.sign() - 1);
    const std::uint64_t one = std::uint64_t{1} << format.fractionBits;
    const auto biased = static_cast<int>(magnitude >> format.fractionBits);
    number.significand = magnitude & (one - 1);
    if (magnitude >= format.infinity()) {
        number.kind = magnitude == format.infinity() ? Number::Kind::Infinite : Number::Kind::NotANumber;
        return number;
    }
    if (biased != 0) number.significand |= one;
    number.exponent = (biased != 0 ? biased : 1) - format.bias() - static_cast<int>(format.fractionBits);
    return number;
}
inline Number numberOf(std::uint64_t value, bool isSigned) {
    Number number;
    number.negative = isSigned && value >> 63 != 0;
    number.significand = number.negative ? 0 - value : value;
    return number;
}

/// `count` low bits cut off a significand, rounded as asked (Rn and Rni to nearest even).
struct Rounded {
    std::uint64_t kept = 0;
    bool inexact = false;
};
inline Rounded roundedOff(const Number& number, int count, program::Rounding rounding) {
    using enum program::Rounding;
    if (count <= 0) return {number.significand, number.sticky};
    const std::uint64_t kept = count >= 64 ? 0 : number.significand >> count;
    const bool half = count <= 64 && (number.significand >> (count - 1) & 1U) != 0;
    const std::uint64_t below = count > 64 ? number.significand : count == 1 ? 0 : number.significand << (65 - count);
    const bool rest = below != 0 || number.sticky;
    const bool inexact = half || rest;
    bool up = false;
    switch (rounding) {
        case Rz:
        case Rzi: break;
        case Rm:
        case Rmi: up = number.negative && inexact; break;
        case Rp:
        case Rpi: up = !number.negative && inexact; break;
        default: up = half && (rest || (kept & 1U) != 0); break;
    }
    return {kept + (up ? 1 : 0), inexact};
}

/// The number in a format, rounded once. NaN is the format's own.
inline std::uint64_t bitsOf(Number number, Format format, program::Rounding rounding) {
    using enum program::Rounding;
    if (number.kind == Number::Kind::NotANumber) return format.nan();
    const std::uint64_t sign = number.negative ? format.sign() : 0;
    if (number.kind == Number::Kind::Infinite) return sign | format.infinity();
    if (number.significand == 0) return sign;
    const int leading = std::countl_zero(number.significand);
    number.significand <<= leading;
    number.exponent -= leading;
    const int exponent = number.exponent + 63;  // of the leading bit
    const int least = 1 - format.bias();
    const int below = exponent < least ? least - exponent : 0;
    const Rounded rounded = roundedOff(number, 63 - static_cast<int>(format.fractionBits) + below, rounding);
    std::uint64_t magnitude = format.infinity();
    if (exponent <= format.bias()) {
        // The leading bit of a normal number adds 1 to the exponent field; a carry out of the fraction likewise.
        const auto field = static_cast<std::uint64_t>(below == 0 ? exponent - least : 0);
        magnitude = (field << format.fractionBits) + rounded.kept;
    }
    const bool awayFromInfinity =
        rounding == Rz || (rounding == Rm && !number.negative) || (rounding == Rp && number.negative);
    if (magnitude >= format.infinity()) magnitude = format.infinity() - (awayFromInfinity ? 1 : 0);
    return sign | magnitude;
}

/// A finite number rounded to an integer; keeps the sign of zero.
inline Number wholeOf(Number number, program::Rounding rounding) {
    if (number.kind != Number::Kind::Finite || number.exponent >= 0) return number;
    number.significand = roundedOff(number, -number.exponent, rounding).kept;
    number.exponent = 0;
    number.sticky = false;
    return number;
}

/// A whole number clamped to an integer type of `bits`, sign- or zero-extended to 64. NaN is the caller's.
inline std::uint64_t clampedTo(const Number& whole, unsigned bits, bool isSigned) {
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - bits + (isSigned ? 1 : 0));
    const std::uint64_t least = isSigned ? ~most : 0;
    const std::uint64_t allowed = !whole.negative ? most : isSigned ? most + 1 : 0;  // magnitude
    const bool beyond = whole.kind == Number::Kind::Infinite ||
                        (whole.significand != 0 && (whole.exponent > std::countl_zero(whole.significand) ||
                                                    whole.significand << whole.exponent > allowed));
    if (beyond) return whole.negative ? least : most;
    const std::uint64_t magnitude = whole.significand == 0 ? 0 : whole.significand << whole.exponent;
    return whole.negative ? 0 - magnitude : magnitude;
}

}  // namespace lanescope::simt::LANESCOPE_ISA
