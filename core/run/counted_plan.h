// SPDX-License-Identifier: GPL-3.0-or-later
// A plan whose result nobody looks at, without the copies for that. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

struct CountedPlan {
    Plan plan;
    std::vector<BufferId> heldFromStart;  ///< simt::EmulatorOptions::heldFromStart
    bool sampled = false;                 ///< a launch surely is, and has no use for most of what its buffers hold
};

/// Nothing where copies matter: where a step of the plan is the host's, or, unless only counts are asked for, where
/// each launch may be run as a whole (of `maxBlocks`). Large uploads at the beginning become content that is made where
/// it is read; downloads that no upload follows go.
[[nodiscard]] std::optional<CountedPlan> countedPlan(const Plan& plan, std::uint64_t maxBlocks, bool countsOnly);

}  // namespace lanescope
