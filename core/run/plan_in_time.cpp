// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/plan_in_time.h"

#include "core/models/launch_profile.h"
#include "core/models/launch_seconds.h"
#include "core/run/counting_policy.h"

namespace lanescope {

Result<PlanInTime> planInTime(Plan plan, const GpuSpec& gpu, const PlanInTimeOptions& options, const JobContext& job) {
    ModelInput input = withoutLaunches(plan);
    if (!plan.launches().empty()) {
        EmulationOptions how = optionsForModels(plan, gpu, options.blocks);
        if (options.stepBudget != 0) how.stepBudget = options.stepBudget;
        how.machine = options.machine;
        Result<Emulation> emulation = emulate(std::move(plan), how, job);
        if (!emulation) return fail(emulation.error());
        if (emulation->check.verdict == CheckResult::Verdict::Fault)
            return fail(ErrorCode::KernelFault,
                        {{"fault", emulation->check.note},
                         {"kind", std::string(nameOf(emulation->launches.back().fault->kind))}});
        input = modelInputOf(*emulation);
        if (options.addRegisters) options.addRegisters(input, emulation->plan);
        plan = std::move(emulation->plan);
    }
    const std::vector<Result<timing::LaunchSeconds>> launches = launchSecondsOf(input, gpu, job);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    timing::PlanTimeline timeline = timing::planTimeline(plan, timing::stepTimes(plan, launches, gpu), gpu);
    return PlanInTime{std::move(plan), std::move(input), std::move(timeline)};
}

}  // namespace lanescope
