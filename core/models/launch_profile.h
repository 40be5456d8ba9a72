// SPDX-License-Identifier: GPL-3.0-or-later
// What the models need to know, taken from a plan and the counters of its emulated launches.
#pragma once

#include <span>

#include "core/metrics/counters.h"
#include "core/models/model.h"
#include "core/plan/plan.h"

namespace lanescope {

/// One emulated launch. A thread is taken to do what its warp does: accesses per thread are requests per warp. Compute
/// instructions are all that neither access memory nor wait at a barrier, address arithmetic and loop control included.
[[nodiscard]] LaunchProfile profileOf(const Launch& launch, const Counters& counters, ElementType type);

/// The plan's copies between host and device, and its launches with the emulated counters of each, in order. The
/// element type is that of the plan's result. Launches without counters (after a fault) are left out.
[[nodiscard]] ModelInput modelInputOf(const Plan& plan, std::span<const Counters> launches);

/// An input without launches: what the plan copies.
[[nodiscard]] ModelInput copiesOf(const Plan& plan);

}  // namespace lanescope
