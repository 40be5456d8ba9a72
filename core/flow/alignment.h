// SPDX-License-Identifier: GPL-3.0-or-later
// One clock for two blocks: where one stands when the other stands somewhere, phase for phase, and in a phase stop for
// stop, as far along as the other. Blocks that do the same in the same order go event for event.
#pragma once

#include <cstdint>

namespace lanescope::flow {

class BlockFlow;

/// Position in `other` (events executed, 0 … size()) beside `position` in `lead`. Both begin and end together; where
/// `other` has fewer phases, its last one lasts until the end.
[[nodiscard]] std::uint64_t alignedPosition(const BlockFlow& lead, std::uint64_t position, const BlockFlow& other);

/// The first position of `lead` beside which `other` stands at `position` or behind it.
[[nodiscard]] std::uint64_t leadingPosition(const BlockFlow& lead, const BlockFlow& other, std::uint64_t position);

}  // namespace lanescope::flow
