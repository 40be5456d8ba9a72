// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/half.h"

#include <cmath>

namespace lanescope {
namespace {

constexpr int kFractionBits = 10;
constexpr int kBias = 15;
constexpr int kLeastExponent = -24;  ///< of the smallest subnormal
constexpr std::uint16_t kInfinity = 0x7c00;

}  // namespace

double doubleOfHalf(std::uint16_t half) {
    const int exponent = (half >> kFractionBits) & 0x1f;
    const int fraction = half & 0x3ff;
    double value = 0;
    if (exponent == 0x1f)
        value = fraction == 0 ? HUGE_VAL : std::nan("");
    else if (exponent == 0)
        value = std::ldexp(fraction, kLeastExponent);
    else
        value = std::ldexp(fraction + 1024, exponent - kBias - kFractionBits);
    return std::copysign(value, (half & 0x8000U) != 0 ? -1.0 : 1.0);
}

std::uint16_t halfOf(double value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return sign | kInfinity | 0x200;
    const double magnitude = std::fabs(value);
    if (magnitude >= 65520) return sign | kInfinity;  // half way to what would come after 65504
    // In units of the last place: below 2^-14 that is the smallest subnormal. nearbyint rounds ties to even.
    const int exponent = magnitude < std::ldexp(1.0, -14) ? -14 : std::ilogb(magnitude);
    const auto units = static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, kFractionBits - exponent)));
    // A carry out of the fraction goes on into the exponent, as it should.
    const unsigned implicitOne = units >= 1024 ? 1024 : 0;
    const unsigned biased = implicitOne != 0 ? static_cast<unsigned>(exponent + kBias) : 0;
    return static_cast<std::uint16_t>(sign + (biased << kFractionBits) + (units - implicitOne));
}

}  // namespace lanescope
