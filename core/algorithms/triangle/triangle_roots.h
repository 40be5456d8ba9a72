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

/// How far a root is right, of all 2^32 numbers that a block can have.
struct RootReach {
    std::optional<std::uint32_t> firstWrong;  ///< the smallest lambda whose row comes out wrong; none if there is none
    std::uint64_t wrong = 0;                  ///< how many come out wrong
};
/// In the emulator; and on every GPU, but for Rsqrt. Found by trying all of them (triangle_roots_slow_tests does it
/// again).
[[nodiscard]] RootReach reachOf(Root root);
/// On an NVIDIA H200 (driver 580.159.04, CUDA 13.0, 2026-11-21), by trying all of them with tests/gpu/roots/search.cu.
[[nodiscard]] RootReach reachOnH200(Root root);

}  // namespace lanescope::triangle
