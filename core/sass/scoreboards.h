// SPDX-License-Identifier: GPL-3.0-or-later
// Which instruction waits for which other, by what their control codes say of scoreboards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/sass/listing.h"

namespace lanescope::sass {

/// Instruction `waiter` is not issued before `setter`, further up, lets go of a scoreboard.
struct Await {
    std::size_t setter = 0, waiter = 0;  ///< indices into the listing's instructions
    std::uint8_t scoreboard = 0;
    friend bool operator==(const Await&, const Await&) = default;
};

/// By waiter. Of the code as it stands, from its first instruction to its last: who waits awaits all that have raised
/// the scoreboard since it was waited for last. What a jump brings along is not among them.
[[nodiscard]] std::vector<Await> awaitsOf(const Listing& listing);

}  // namespace lanescope::sass
