// SPDX-License-Identifier: GPL-3.0-or-later
// Values, what is to be made of them, and the number that must come out: the same for all reductions. Private to this
// room.
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/choice.h"

namespace lanescope::reduce {

inline constexpr std::string_view kFamily = "family.reduce"_id;

/// operation, n and type; `n` by default, and what pictures open with: so few values that each is seen, of 4 bytes, so
/// that one is a word of shared memory.
[[nodiscard]] ParameterSpec operationParameter();
[[nodiscard]] ParameterSpec sizeParameter(std::int64_t defaultN, std::int64_t shownN);
[[nodiscard]] ParameterSpec typeOfValues();

/// "Sum" or "Max", as the kernels call it.
[[nodiscard]] std::string operationName(const Choice& choice);

/// The documents only add: a published kernel has no maximum. Error: IllegalValue of `operation`.
[[nodiscard]] Result<void> publishedOnlyAdds(const Choice& choice);

/// 1 × n, at the start of every plan. Small whole numbers to be added, which is exact as long as the sum fits the type;
/// numbers below zero for the maximum, so that a zero put in for what is not there would show.
[[nodiscard]] Buffer valuesOf(const Choice& choice);

/// 1 × count, for partial numbers and the result.
[[nodiscard]] Buffer numbers(std::string name, const Choice& choice, std::uint64_t count);

/// `result` must hold the sum or the maximum of buffer 0. Maxima, sums of i32 and f64 and those of f32 below 2^24 are
/// exact. Other sums of f32 may be off by 2^-24 of themselves for each of the `additions` that follow each other.
[[nodiscard]] Reference referenceFor(const Choice& choice, BufferId result, double additions);

}  // namespace lanescope::reduce
