// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/watched_code.h"

#include <utility>

namespace lanescope {

Result<WatchedRun> runWatchedAs(const std::string& machine, const sass::MachinePlans* plans, const Plan& plan,
                                const EmulationOptions& options, std::size_t launch, const JobContext& job) {
    if (machine.empty() || plans == nullptr) return runWatched(plan, options, launch, job);
    Result<Plan> machinePlan = plans->planFor(plan, machine, job);
    if (!machinePlan) return fail(machinePlan.error());
    return runWatched(std::move(*machinePlan), options, launch, job);
}

}  // namespace lanescope
