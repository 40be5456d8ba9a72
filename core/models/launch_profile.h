// SPDX-License-Identifier: GPL-3.0-or-later
// What the models need to know, taken from a plan and the counters of its emulated launches.
#pragma once

#include <span>

#include "core/metrics/counters.h"
#include "core/models/model.h"
#include "core/plan/plan.h"

namespace lanescope {

/// One launch with its counters, lockstep or predicted. A thread is taken to do what its warp does: accesses per thread
/// are requests per warp. Compute instructions are all that neither access memory nor wait at a barrier, address
/// arithmetic and loop control included.
[[nodiscard]] LaunchProfile profileOf(const Launch& launch, const Counters& counters, ElementType type,
                                      CountSource counted = CountSource::Lockstep);

/// Everything that the plan does, its launches with the counters of each, in order. The element type is that of the
/// plan's result. Launches without counters (after a fault) are left out.
[[nodiscard]] ModelInput modelInputOf(const Plan& plan, std::span<const Counters> launches,
                                      CountSource counted = CountSource::Lockstep);

/// An input without launches: the plan's copies, what libraries and the host do.
[[nodiscard]] ModelInput withoutLaunches(const Plan& plan);

}  // namespace lanescope
