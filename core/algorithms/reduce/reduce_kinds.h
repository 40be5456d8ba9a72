// SPDX-License-Identifier: GPL-3.0-or-later
// What sets the reductions apart, as a table. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/algorithms/judgement.h"

namespace lanescope::reduce {

struct Kind {
    std::string_view id;
    std::string_view kernel;            ///< template of the corrected kernel; the other is named kernel + "Published"
    std::uint32_t valuesPerThread = 1;  ///< that a thread loads
    bool anyGrid = false;               ///< a thread loads as many as it takes; `blocks` is a parameter
    bool unrolledTail = false;          ///< one warp adds the last 64 numbers
    VerdictText corrected;              ///< verdict on the corrected kernel
    VerdictText published;              ///< verdict on the published one where it is right
    std::optional<VerdictText> publishedIfOddBlock = {};  ///< the same if the block is no power of two
    std::optional<VerdictText> publishedIfRest = {};      ///< the same if n is no multiple of what the blocks load
};

[[nodiscard]] std::span<const Kind> kinds();

}  // namespace lanescope::reduce
