// SPDX-License-Identifier: GPL-3.0-or-later
// What of a kernel is run and watched: its PTX, or the machine code that ptxas makes of that for an architecture.
#pragma once

#include <string>

#include "core/run/watched_run.h"
#include "core/sass/machine_plan.h"

namespace lanescope {

/// runWatched() of the plan, whose kernels are PTX, in that form. `machine` is Chosen::machine; `plans` are only asked
/// for machine code. Errors: those of both.
[[nodiscard]] Result<WatchedRun> runWatchedAs(const std::string& machine, const sass::MachinePlans* plans,
                                              const Plan& plan, const EmulationOptions& options, std::size_t launch,
                                              const JobContext& job);

}  // namespace lanescope
