// SPDX-License-Identifier: GPL-3.0-or-later
// f16 and bf16 as doubles and back. A double holds both exactly, and what +, - and × make of two of them too, or so
// nearly that rounding again gives the same bits (53 >= 2 × 11 + 2). Included only by handlers.
#pragma once

#include <bit>
#include <cstdint>

namespace lanescope::simt::LANESCOPE_ISA {

/// Traits of a 16-bit format.
struct Half {
    static constexpr unsigned kFraction = 10;
    static constexpr std::uint64_t kBias = 15;
    static constexpr std::uint16_t kInfinity = 0x7c00;
    static constexpr std::uint16_t kOne = 0x3c00;
    static constexpr double kTiniest = 0x1p-24;
};
struct Brain {
    static constexpr unsigned kFraction = 7;
    static constexpr std::uint64_t kBias = 127;
    static constexpr std::uint16_t kInfinity = 0x7f80;
    static constexpr std::uint16_t kOne = 0x3f80;
    static constexpr double kTiniest = 0x1p-133;
};
inline constexpr std::uint16_t kNanOf16Bits = 0x7fff;
inline constexpr std::uint16_t kSignOf16Bits = 0x8000;

template <typename H>
inline bool isNan16(std::uint16_t bits) {
    return (bits & 0x7fffU) > H::kInfinity;
}
/// ftz: a subnormal becomes a zero of its sign.
template <typename H>
inline std::uint16_t flushed16(std::uint16_t bits) {
    return (bits & H::kInfinity) == 0 ? static_cast<std::uint16_t>(bits & kSignOf16Bits) : bits;
}

/// Exact.
template <typename H>
inline float widened(std::uint16_t bits) {
    if constexpr (H::kFraction == 7) return std::bit_cast<float>(std::uint32_t{bits} << 16);
    const std::uint32_t magnitude = (bits & 0x7fffU) << 13;
    // The exponent's bias goes from 15 to 127, for subnormals too; infinities and NaNs have all exponent bits set.
    auto wide = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F);
    wide |= magnitude >= 0x0f800000U ? 0x7f800000U : 0;
    return std::bit_cast<float>(wide | (bits & 0x8000U) << 16);
}

/// Rounded to nearest even; NaN to the only one.
template <typename H>
inline std::uint16_t narrowed(double value) {
    constexpr unsigned kDrop = 52 - H::kFraction;
    constexpr std::uint64_t kLeastNormal = (1023 - H::kBias + 1) << 52;
    // A number whose last place is the format's least: adding it rounds to that place.
    constexpr double kPlace = H::kTiniest * 0x1p52;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t sign = bits >> 48 & kSignOf16Bits;
    const std::uint64_t magnitude = bits & 0x7fff'ffff'ffff'ffffULL;
    const std::uint64_t tiny =
        std::bit_cast<std::uint64_t>(std::bit_cast<double>(magnitude) + kPlace) - std::bit_cast<std::uint64_t>(kPlace);
    const std::uint64_t rounded =
        (magnitude + ((std::uint64_t{1} << (kDrop - 1)) - 1) + (magnitude >> kDrop & 1U)) >> kDrop;
    const std::uint64_t normal = rounded - ((1023 - H::kBias) << H::kFraction);
    const std::uint64_t finite = normal < H::kInfinity ? normal : H::kInfinity;
    const std::uint64_t result = sign | (magnitude < kLeastNormal ? tiny : finite);
    return static_cast<std::uint16_t>(magnitude > 0x7ff0'0000'0000'0000ULL ? kNanOf16Bits : result);
}

/// a × b + c for a product that a double holds exactly, rounded to odd, so that rounding again is as if rounded once.
inline double fusedToOdd(double a, double b, double c) {
    const double product = a * b;
    const double sum = product + c;
    const double back = sum - product;
    const double error = (product - (sum - back)) + (c - back);
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    const bool inexact = error != 0 && error - error == 0;  // not of infinities and NaNs
    const bool outward = (error > 0) == (sum > 0);
    const std::uint64_t odd = (bits & 1U) != 0 ? bits : outward ? bits + 1 : bits - 1;
    return std::bit_cast<double>(inexact ? odd : bits);
}

}  // namespace lanescope::simt::LANESCOPE_ISA
