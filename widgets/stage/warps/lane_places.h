// SPDX-License-Identifier: GPL-3.0-or-later
// Where each lane of a warp stands between two steps: what the warp's state says, in the reconvergence stack or in the
// groups of independent threads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/trace/timeline.h"

namespace lanescope::warps {

struct LanePlace {
    enum class State : std::uint8_t {
        Runs,     ///< executes the warp's next instruction
        Parted,   ///< will run, but others of its warp do so before
        Waits,    ///< for lanes of its warp, where they meet
        Barrier,  ///< for other warps
        Ended     ///< or is no thread
    };
    State state = State::Ended;
    std::uint32_t instruction = 0;  ///< that it executes next; not of ended ones
    friend bool operator==(const LanePlace&, const LanePlace&) = default;
};
using LanePlaces = std::array<LanePlace, simt::kWarpSize>;

[[nodiscard]] LanePlaces lanePlacesOf(const simt::WarpState& warp);

/// Lanes that have one way in common: an entry of the stack, the top first, or a group, the running one first.
struct Together {
    simt::LaneMask lanes = 0;
    LanePlace::State state = LanePlace::State::Runs;
    std::uint32_t instruction = 0;
    std::uint32_t until = 0xffffffffU;  ///< where it meets the others; 0xffffffff = nowhere before the end
};
struct Gathering {
    bool independent = false;  ///< groups, not a stack
    std::vector<Together> all;
};
[[nodiscard]] Gathering gatheringOf(const simt::WarpState& warp);

}  // namespace lanescope::warps
