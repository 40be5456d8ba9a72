// SPDX-License-Identifier: GPL-3.0-or-later
// IEEE 754 binary16 as bits: CUDA's __half, which C++20 has no type for.
#pragma once

#include <cstdint>

namespace lanescope {

/// Exact. Every NaN becomes the same quiet one, with its sign.
[[nodiscard]] double doubleOfHalf(std::uint16_t half);

/// To nearest, ties to even; beyond 65504 it is infinite.
[[nodiscard]] std::uint16_t halfOf(double value);

}  // namespace lanescope
