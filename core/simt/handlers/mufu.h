// SPDX-License-Identifier: GPL-3.0-or-later
// What the multi-function unit (MUFU) makes of a float, bit by bit as an H200 does it. It cuts the argument into
// intervals and adds up c0 + c1 x + c2 x² in fixed point, x being the bits of the argument below those that name the
// interval; of the square the lowest columns of partial products are left out, and the sum is cut off (S. F. Oberman,
// M. Y. Siu: A high-performance area-efficient multifunction interpolator, ARITH 2005). How operands and answers are
// normalised was found from the answers, too. Included only by handlers.
#pragma once

#include <bit>
#include <cstdint>

#include "core/simt/handlers/float_lanes.h"
#include "core/simt/mufu_tables.h"

namespace lanescope::simt::LANESCOPE_ISA {

/// x² without the partial products of two of its bits that are worth less than 2^firstColumn; those of two different
/// bits count twice and are one.
template <unsigned kFirstColumn>
inline std::int64_t truncatedSquare(std::uint32_t x) {
    std::uint32_t left = 0;
    for (unsigned i = 0; 2 * i < kFirstColumn; ++i) {
        // The bits above bit i that are left out with it.
        const std::uint32_t below = kFirstColumn - 1 > 2 * i ? (1U << (kFirstColumn - 1 - i)) - 1 : 0;
        const std::uint32_t others = x & below & ~((2U << i) - 1);
        left += (x >> i & 1U) * ((others << (i + 1)) + (1U << 2 * i));
    }
    return static_cast<std::int64_t>(std::uint64_t{x} * x - left);
}

/// In 2^-(2 lowBits) units of the answer's last bit.
template <const MufuShape& kShape, std::size_t kCount>
inline std::int64_t interpolated(const std::array<MufuCoefficients, kCount>& table, std::uint32_t argument) {
    constexpr unsigned kFraction = 2 * kShape.lowBits;
    const MufuCoefficients& c = table[argument >> kShape.lowBits];
    const std::uint32_t x = argument & ((1U << kShape.lowBits) - 1);
    return c.c0 * (std::int64_t{1} << (kFraction - 2)) + kShape.bias * (std::int64_t{1} << (kFraction - 18)) +
           c.c1 * (std::int64_t{x} << (kShape.lowBits + kShape.scale1)) +
           c.c2 * (truncatedSquare<kShape.firstColumn>(x) << kShape.scale2);
}

/// `answer`, from 2^23 to 2^24, as a mantissa; below the smallest normal float 0, above the greatest infinity.
inline float withExponent(std::uint32_t sign, std::int64_t answer, std::int32_t exponent) {
    exponent += static_cast<std::int32_t>(answer >> 24);
    if (exponent <= 0) return std::bit_cast<float>(sign);
    if (exponent >= 0xff) return std::bit_cast<float>(sign | 0x7f80'0000U);
    return std::bit_cast<float>(sign | static_cast<std::uint32_t>(exponent) << 23 |
                                (static_cast<std::uint32_t>(answer) & 0x7f'ffffU));
}

/// A float's fields; a subnormal is a zero to MUFU.
struct MufuOperand {
    explicit MufuOperand(float a) : bits(std::bit_cast<std::uint32_t>(a)) {}
    [[nodiscard]] std::uint32_t sign() const { return bits & 0x8000'0000U; }
    [[nodiscard]] std::int32_t exponent() const { return static_cast<std::int32_t>(bits >> 23 & 0xffU); }
    [[nodiscard]] std::uint32_t mantissa() const { return bits & 0x7f'ffffU; }
    [[nodiscard]] bool isZero() const { return exponent() == 0; }
    [[nodiscard]] bool isNan() const { return exponent() == 0xff && mantissa() != 0; }
    [[nodiscard]] bool isInfinite() const { return exponent() == 0xff && mantissa() == 0; }

    std::uint32_t bits;
};

inline float infinityOf(std::uint32_t sign) { return std::bit_cast<float>(sign | 0x7f80'0000U); }

/// MUFU.RCP
inline float mufuRcp(float value) {
    const MufuOperand a(value);
    if (a.isNan()) return canonicalNan();
    if (a.isInfinite()) return std::bit_cast<float>(a.sign());
    if (a.isZero()) return infinityOf(a.sign());
    const std::int64_t sum = interpolated<kMufuRcp>(mufuRcpTable, a.mantissa());
    return withExponent(a.sign(), sum >> (2 * kMufuRcp.lowBits), 253 - a.exponent());
}

/// MUFU.RSQ
inline float mufuRsq(float value) {
    const MufuOperand a(value);
    if (a.isZero()) return infinityOf(a.sign());
    if (a.isNan() || a.sign() != 0) return canonicalNan();
    if (a.isInfinite()) return 0;
    const std::uint32_t argument = a.mantissa() | (~static_cast<std::uint32_t>(a.exponent()) & 1U) << 23;
    const std::int64_t sum = interpolated<kMufuRsq>(mufuRsqTable, argument);
    // The root of 1 is 1.
    return withExponent(0, argument == 0 ? 1 << 24 : sum >> (2 * kMufuRsq.lowBits), 126 - ((a.exponent() - 127) >> 1));
}

/// MUFU.SQRT, which has a table of its own.
inline float mufuSqrt(float value) {
    const MufuOperand a(value);
    if (a.isZero()) return std::bit_cast<float>(a.sign());
    if (a.isNan() || a.sign() != 0) return canonicalNan();
    if (a.isInfinite()) return value;
    const std::uint32_t argument = a.mantissa() | (~static_cast<std::uint32_t>(a.exponent()) & 1U) << 23;
    const std::int64_t sum = interpolated<kMufuSqrt>(mufuSqrtTable, argument);
    return withExponent(0, sum >> (2 * kMufuSqrt.lowBits + 1), 127 + ((a.exponent() - 127) >> 1));
}

/// MUFU.EX2, of a number with 23 bits behind the point; others are cut off. A negative one that is not whole becomes
/// its complement, which is less than its opposite by the last bit.
inline float mufuEx2(float value) {
    const MufuOperand a(value);
    if (a.isNan()) return canonicalNan();
    if (a.exponent() >= 127 + 8) return a.sign() != 0 ? 0.0F : infinityOf(0);
    const std::int32_t shift = 127 - a.exponent();
    const std::uint32_t whole = a.mantissa() | 0x80'0000U;
    const std::uint32_t fixed = a.isZero() || shift > 23 ? 0U : shift >= 0 ? whole >> shift : whole << -shift;
    auto number = static_cast<std::int32_t>(fixed);
    if (a.sign() != 0) number = (fixed & 0x7f'ffffU) == 0 ? -number : ~number;
    const std::int64_t sum = interpolated<kMufuEx2>(mufuEx2Table, static_cast<std::uint32_t>(number) & 0x7f'ffffU);
    const std::int64_t answer = sum >> (2 * kMufuEx2.lowBits);
    return withExponent(0, answer, (number >> 23) + 127);
}

/// A number with kPoint bits behind the point, cut off to a float.
template <unsigned kPoint>
inline float normalised(std::uint32_t sign, std::uint64_t number) {
    if (number == 0) return std::bit_cast<float>(sign);
    const int top = static_cast<int>(std::bit_width(number)) - 1;
    const std::uint64_t mantissa = top > 23 ? number >> (top - 23) : number << (23 - top);
    return withExponent(sign, static_cast<std::int64_t>(mantissa & 0x7f'ffffU), top - static_cast<int>(kPoint) + 127);
}

/// MUFU.LG2: the sum has 36 bits behind the point; what is negative becomes its complement.
inline float mufuLg2(float value) {
    const MufuOperand a(value);
    if (a.isZero()) return infinityOf(0x8000'0000U);
    if (a.isNan() || a.sign() != 0) return canonicalNan();
    if (a.isInfinite()) return value;
    if (a.bits == 0x3f80'0000U) return 0;
    constexpr unsigned kPoint = 36;
    const std::int64_t sum = interpolated<kMufuLg2>(mufuLg2Table, a.mantissa()) >> (2 * kMufuLg2.lowBits + 24 - kPoint);
    const std::int64_t all = (a.exponent() - 127) * (std::int64_t{1} << kPoint) + sum;
    return normalised<kPoint>(all < 0 ? 0x8000'0000U : 0, static_cast<std::uint64_t>(all < 0 ? ~all : all));
}

/// MUFU.SIN and MUFU.COS, of turns with 25 bits behind the point; others are cut off. In every other quarter the sine
/// is that of the complement, and 1 where that would be a whole quarter.
template <bool kCosine>
inline float mufuSin(float value) {
    const MufuOperand a(value);
    if (a.exponent() == 0xff) return canonicalNan();
    std::uint32_t sign = kCosine ? 0 : a.sign();
    constexpr std::uint32_t kQuarter = 0x7f'ffffU;
    const std::int32_t shift = a.exponent() - (127 - 2);  // of the mantissa's 23 bits to 25 behind the point
    const std::uint32_t whole = a.mantissa() | 0x80'0000U;
    const std::uint32_t turns = a.isZero() || shift < -23 || shift > 24 ? 0U
                                : shift < 0                             ? whole >> -shift
                                                                        : whole << shift;
    const std::uint32_t quarter = (turns >> 23) + (kCosine ? 1U : 0U);
    std::uint32_t argument = turns & kQuarter;
    if ((quarter & 2U) != 0) sign ^= 0x8000'0000U;
    if (argument == 0) return std::bit_cast<float>(sign | ((quarter & 1U) != 0 ? 0x3f80'0000U : 0U));
    if ((quarter & 1U) != 0) argument = ~argument & kQuarter;
    constexpr unsigned kPoint = 37;
    const std::int64_t sum = interpolated<kMufuSin>(mufuSinTable, argument) >> (2 * kMufuSin.lowBits + 24 - kPoint);
    return normalised<kPoint>(sign, static_cast<std::uint64_t>(sum));
}

// As ptxas makes PTX's instructions of them where subnormals count.

inline float approximateRcp(float a) {
    const float size = __builtin_fabsf(a);
    const float scale = size < 0x1p-126F ? 0x1p24F : size > 0x1p126F ? 0.25F : 1.0F;
    return mufuRcp(a * scale) * scale;
}
inline float approximateRsqrt(float a) {
    return __builtin_fabsf(a) < 0x1p-126F ? mufuRsq(a * 0x1p24F) * 0x1p12F : mufuRsq(a);
}
inline float approximateSqrt(float a) {
    return __builtin_fabsf(a) < 0x1p-126F ? mufuSqrt(a * 0x1p24F) * 0x1p-12F : mufuSqrt(a);
}
inline float approximateEx2(float a) {
    if (!(a < -126)) return mufuEx2(a);
    const float root = mufuEx2(a * 0.5F);
    return root * root;
}
inline float approximateLg2(float a) { return __builtin_fabsf(a) < 0x1p-126F ? mufuLg2(a * 0x1p24F) - 24 : mufuLg2(a); }

/// Radians as parts of a turn: a product that is cut off.
inline float turnsOf(float a) {
    const double turns = static_cast<double>(a) * static_cast<double>(0.15915493667125702F);
    const auto nearest = static_cast<float>(turns);
    const bool tooLarge = __builtin_fabs(static_cast<double>(nearest)) > __builtin_fabs(turns);
    return tooLarge ? std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - 1) : nearest;
}

/// A double's upper word, and 0 below; a subnormal is a zero.
inline double coarse(std::uint32_t upper) {
    const std::uint32_t kept = (upper & 0x7ff0'0000U) == 0 ? upper & 0x8000'0000U : upper;
    return std::bit_cast<double>(std::uint64_t{kept} << 32);
}
inline std::uint32_t coarseWord(double value) {
    const auto upper = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> 32);
    return (upper & 0x7ff0'0000U) == 0 ? upper & 0x8000'0000U : upper;
}

/// MUFU.RCP64H and RSQ64H, of the upper words of doubles: the mantissa of a float's, cut off.
template <bool kRoot>
inline std::uint32_t mufuHigh(std::uint32_t upper) {
    const auto exponent = static_cast<std::int32_t>(upper >> 20 & 0x7ffU);
    const std::uint32_t sign = upper & 0x8000'0000U, mantissa = (upper & 0xf'ffffU) << 3;
    if (exponent == 0 || exponent == 0x7ff || (kRoot && sign != 0)) {
        const double a = coarse(upper);
        return coarseWord(1.0 / (kRoot ? __builtin_sqrt(a) : a));
    }
    std::int64_t answer = 0;
    std::int32_t result = 0;
    if constexpr (kRoot) {
        const std::uint32_t argument = mantissa | (~static_cast<std::uint32_t>(exponent) & 1U) << 23;
        answer = argument == 0 ? 1 << 24 : interpolated<kMufuRsq>(mufuRsqTable, argument) >> (2 * kMufuRsq.lowBits);
        result = 1022 - ((exponent - 1023) >> 1);
    } else {
        answer = interpolated<kMufuRcp>(mufuRcpTable, mantissa) >> (2 * kMufuRcp.lowBits);
        result = 2045 - exponent;
    }
    result += static_cast<std::int32_t>(answer >> 24);
    if (result <= 0) return sign;
    return sign | static_cast<std::uint32_t>(result) << 20 | (static_cast<std::uint32_t>(answer) & 0x7f'ffffU) >> 3;
}

}  // namespace lanescope::simt::LANESCOPE_ISA
