// SPDX-License-Identifier: GPL-3.0-or-later
// Whether all multiprocessors come to new memory at the same time, as where neighbouring blocks read the same row of a
// matrix: the first one brings it from DRAM, and all of them wait for that. Private to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_set>

#include "core/timing/launch_sample.h"

namespace lanescope::timing {

/// LaunchSample::comeTogether. `first`: so many blocks were there from the beginning. `readBy`: the sectors of global
/// memory that a block of the grid reads. Long blocks, of which only the beginning was kept, are not in step: 0.
[[nodiscard]] double shareThatComesTogether(
    const LaunchSample& sample, std::size_t first,
    const std::function<std::unordered_set<std::uint32_t>(std::uint64_t block)>& readBy);

}  // namespace lanescope::timing
