// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a ladder changes, in words that can be read aloud. Everything is said of numbers that the ladder
// holds.
#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/ladder/ladder.h"

namespace lanescope {

/// "Global load sectors"; of costs what they are.
[[nodiscard]] Message nameOf(const Moved& moved);
[[nodiscard]] std::string unitOf(const Moved& moved);
/// "134 M → 16.8 M, 8.00 times fewer"
[[nodiscard]] Message inShort(const Moved& moved);

/// What moved of counters and costs, the largest first; of several counters that tell of the same requests the first.
[[nodiscard]] std::vector<Moved> told(const Rise& rise);

/// "tiled is 1.52 times faster than global: 425 µs → 280 µs (replayed, NVIDIA H200)." or why that is not known.
[[nodiscard]] Message riseSentence(const Ladder& ladder, std::size_t step);
/// What the first step is: "global takes 425 µs (replayed, NVIDIA H200)."
[[nodiscard]] Message startSentence(const Ladder& ladder, std::size_t step);
[[nodiscard]] Message sourceSentence(const Rise& rise);
/// With the opcodes that changed most.
[[nodiscard]] Message machineSentence(const Rise& rise);
/// Where the point went at the memory that the step is nearest to the roof of; without id and arguments: not known.
[[nodiscard]] Message rooflineSentence(const LadderStep& before, const LadderStep& after);

}  // namespace lanescope
