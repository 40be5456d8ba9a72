// SPDX-License-Identifier: GPL-3.0-or-later
// How LTM finds the row of tile number lambda: five ways to compute ⌊√(1/4 + 2 lambda) - 1/2⌋, each operation rounded
// as the kernel's is, and how far each of them is right. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::triangle {

enum class Root { Sqrt, Newton, Rsqrt, Double, Corrected };

/// In the order of the values of parameter "root", whose names these are.
struct RootName {
    Root root;
    std::string_view value;   ///< "sqrt"
    std::string_view kernel;  ///< template argument in triangle.cu: "Sqrt"
};
inline constexpr RootName kRoots[]{{Root::Corrected, "corrected", "Corrected"},
                                   {Root::Sqrt, "sqrt", "Sqrt"},
                                   {Root::Newton, "newton", "Newton"},
                                   {Root::Rsqrt, "rsqrt", "Rsqrt"},
                                   {Root::Double, "double", "Double"}};

/// The row that the kernel computes for lambda, in the emulator: bit for bit what a GPU computes, but for Rsqrt, whose
/// 1/√x the PTX manual leaves to the GPU within 2^-22.9; the emulator rounds it correctly.
[[nodiscard]] std::int64_t computedRow(Root root, std::uint32_t lambda);

/// The smallest 32-bit lambda whose row comes out wrong; none if there is none. Found by trying all 2^32 (the test
/// EveryLambda of triangle_roots_slow_tests does it again).
[[nodiscard]] std::optional<std::uint32_t> firstWrong(Root root);
/// How many of the 2^32 rows come out wrong.
[[nodiscard]] std::uint64_t wrongRows(Root root);

}  // namespace lanescope::triangle
