// SPDX-License-Identifier: GPL-3.0-or-later
// What the Cholesky factorisations are called, and their parameters. Private to this room.
#pragma once

#include "core/algorithms/cholesky/cholesky_steps.h"
#include "core/algorithms/described_algorithm.h"

namespace lanescope::cholesky {

inline constexpr std::string_view kFamily = "family.cholesky"_id;

[[nodiscard]] ParameterSpec orderParameter(std::int64_t largest, std::int64_t defaultValue);
[[nodiscard]] ParameterSpec blockParameter(std::string defaultValue);
/// Which of a chapter's two texts the published variant follows: its code or its pseudocode.
[[nodiscard]] ParameterSpec listingParameter();
[[nodiscard]] ParameterSpec profileParameter();

[[nodiscard]] Blocks blocksOf(const Choice& choice);
/// Of the parameter "profile"; empty for "full".
[[nodiscard]] Profile profileOf(const Choice& choice, std::uint64_t blocks);
/// Is there a block below the diagonal that is not zero? Without one the diagonal blocks are factored, and that is all.
[[nodiscard]] bool hasBlocksBelow(const Profile& profile, std::uint64_t blocks);

}  // namespace lanescope::cholesky
