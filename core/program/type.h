// SPDX-License-Identifier: GPL-3.0-or-later
// What the bits of a register or an access are.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::program {

/// Sizes by bitsOf().
enum class Type : std::uint8_t {
    None,
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F32,
    F64,
    BF16,
    F16x2,  ///< two halves in 32 bits, the low one first
    BF16x2,
    U16x2,  ///< likewise two integers
    S16x2,
    U8x4  ///< likewise four; machine code only
};
[[nodiscard]] unsigned bitsOf(Type type);
/// Floating point, a pair of halves too.
[[nodiscard]] constexpr bool isFloat(Type type) {
    using enum Type;
    return type == F16 || type == F32 || type == F64 || type == BF16 || type == F16x2 || type == BF16x2;
}
/// A single integer with a sign.
[[nodiscard]] constexpr bool isSigned(Type type) {
    using enum Type;
    return type == S8 || type == S16 || type == S32 || type == S64;
}
[[nodiscard]] std::string_view nameOf(Type type);  ///< "f32"

}  // namespace lanescope::program
