// SPDX-License-Identifier: GPL-3.0-or-later
// Where lanes go that part. Internal to core/simt.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/simt/step.h"

namespace lanescope::simt {

/// Lanes that go to the same instruction or function.
struct Way {
    std::uint32_t to = 0;
    LaneMask lanes = 0;
    std::uint32_t loops = 0;  ///< of those around the branch that they stay in
};

/// Adds a lane of an indirect call or branch: ways are in the order of their first lanes.
inline void addLane(std::vector<Way>& ways, std::uint32_t to, unsigned lane) {
    const auto known = std::find_if(ways.begin(), ways.end(), [to](const Way& way) { return way.to == to; });
    if (known == ways.end())
        ways.push_back({to, LaneMask{1} << lane, 0});
    else
        known->lanes |= LaneMask{1} << lane;
}

/// What has to be done before a warp can execute its next instruction.
enum class Settled : std::uint8_t {
    Ready,   ///< nothing; or the warp waits or has ended
    Returns  ///< the running lanes are at the end of a function that was called: they leave it, and settle again
};

}  // namespace lanescope::simt
