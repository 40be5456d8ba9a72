// SPDX-License-Identifier: GPL-3.0-or-later
// What all ways to C = A · B have in common: the matrices and what the product must be. Private to this room.
#pragma once

#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace lanescope::matmul {

/// Buffers of every plan that holds the matrices whole.
enum : BufferId { kA = 0, kB = 1, kC = 2 };

inline constexpr std::string_view kFamily = "family.matmul"_id;
inline constexpr std::int64_t kLargestN = 16384;

/// A and B of small whole numbers, C with what `c` says; n × n.
[[nodiscard]] std::vector<Buffer> matrices(ElementType type, std::uint64_t n, InitialContent c = {});

/// C = A · B, exact for f32, f64 and i32 whatever the order of the sums.
[[nodiscard]] Reference productOf(ElementType type, std::uint64_t n);

/// The parameter n, from 1 to `largest`.
[[nodiscard]] ParameterSpec orderParameter(std::int64_t largest, std::int64_t defaultValue);

}  // namespace lanescope::matmul
