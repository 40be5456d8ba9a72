// SPDX-License-Identifier: GPL-3.0-or-later
// The coefficients of MUFU's interpolations (handlers/mufu.h), as an H200 has them (2026-11-24, driver 580.159.04):
// those with which every mantissa's answer comes out, bit by bit, found from the answers that tests/gpu/mufu collects.
// Their widths are those that Oberman and Siu name: 26, 16 and 10 bits.
#pragma once

#include <array>
#include <cstdint>

namespace lanescope::simt {

struct MufuCoefficients {
    std::int32_t c0 = 0;  ///< in quarters of the unit
    std::int32_t c1 = 0;  ///< 2^scale1 units over an interval
    std::int32_t c2 = 0;  ///< 2^scale2 units over an interval
};

/// How a function adds up; the unit is the last bit of an answer between 1/2 and 1 (of ex2, between 1
/// and 2).
struct MufuShape {
    unsigned lowBits = 0;      ///< an interval has 2^lowBits arguments
    unsigned firstColumn = 0;  ///< partial products of the square that are worth less than 2^firstColumn are left out
    unsigned scale1 = 0;
    unsigned scale2 = 0;
    std::int64_t bias = 0;  ///< added to c0, in 2^-18 units
};

inline constexpr MufuShape kMufuRcp{16, 17, 1, 0, 16188};
extern const std::array<MufuCoefficients, 128> mufuRcpTable;  ///< of mantissas from 1 to 2

inline constexpr MufuShape kMufuRsq{17, 19, 0, 0, 65534};
extern const std::array<MufuCoefficients, 128> mufuRsqTable;  ///< from 1 to 2, then from 2 to 4

/// In half units: the answers are between 1 and 2.
inline constexpr MufuShape kMufuSqrt{17, 19, 1, 0, 131068};
extern const std::array<MufuCoefficients, 128> mufuSqrtTable;  ///< from 1 to 2, then from 2 to 4

inline constexpr MufuShape kMufuEx2{17, 19, 2, 0, 48916};
extern const std::array<MufuCoefficients, 64> mufuEx2Table;  ///< of fractions from 0 to 1

inline constexpr MufuShape kMufuLg2{17, 19, 3, 2, 13400};
extern const std::array<MufuCoefficients, 64> mufuLg2Table;  ///< of mantissas from 1 to 2

inline constexpr MufuShape kMufuSin{17, 19, 4, 2, 16};
extern const std::array<MufuCoefficients, 64> mufuSinTable;  ///< of the sine, over a quarter of a turn

}  // namespace lanescope::simt
