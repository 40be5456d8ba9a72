// SPDX-License-Identifier: GPL-3.0-or-later
// Where a bookmark stands in a recorded block. The part of the work is looked for first, so that a bookmark of "load 3"
// stays there when the kernel before it has got an instruction more.
#pragma once

#include "core/flow/block_flow.h"
#include "core/story/story.h"

namespace lanescope::story {

struct FoundPosition {
    enum class How : std::uint8_t {
        Exact,   ///< where it was, or where its words say
        Moved,   ///< in the same part, at another event than when it was written
        Guessed  ///< there is no such part any more: by stop or share of the whole
    };
    std::uint64_t event = 0;  ///< events executed so far
    How how = How::Exact;
};

/// `position` without a clock of its own; of one with such a clock, what is said besides.
[[nodiscard]] FoundPosition find(const Position& position, const flow::BlockFlow& flow);

/// `event` in all the ways in which it can be found again.
[[nodiscard]] Position positionAt(const flow::BlockFlow& flow, std::uint64_t event);

}  // namespace lanescope::story
