// SPDX-License-Identifier: GPL-3.0-or-later
// A plan whose launches are sampled, without the copies that nobody then looks at. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

struct SampledPlan {
    Plan plan;
    std::vector<BufferId> heldFromStart;  ///< simt::EmulatorOptions::heldFromStart
};

/// Nothing where copies matter: where each launch may be run as a whole (of `maxBlocks`), or a step of the plan is the
/// host's. Large uploads at the beginning become content that is made where it is read; downloads that no upload
/// follows go.
[[nodiscard]] std::optional<SampledPlan> sampledPlan(const Plan& plan, std::uint64_t maxBlocks);

}  // namespace lanescope
