// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/timed_run.h"

#include "app/cli/progress.h"
#include "core/base/resources.h"
#include "core/run/counting_policy.h"
#include "core/study/launch_blocks.h"

namespace lanescope::cli {

Result<Emulation> emulateForModels(Plan plan, const GpuSpec& gpu, std::uint64_t blocks,
                                   std::optional<std::size_t> dealt) {
    EmulationOptions options = optionsForModels(plan, gpu, blocks);
    options.sample->dealtLaunch = dealt;
    const Result<std::string> resources = resourceFolder();
    const sass::MachineCodes codes(resources.value_or(std::string()));
    const sass::MachinePlans plans(codes);
    options.machine = timing::machineKernelsFor(gpu, plans);
    const Progress progress("counting");
    Result<Emulation> emulation = emulate(std::move(plan), options, progress.job());
    progress.clear();
    if (!emulation) return fail(emulation.error());
    if (emulation->check.verdict == CheckResult::Verdict::Fault)
        return fail(ErrorCode::KernelFault, {{"fault", emulation->check.note},
                                             {"kind", std::string(nameOf(emulation->launches.back().fault->kind))}});
    return emulation;
}

Result<PlanInTime> planInTimeFor(Plan plan, const GpuSpec& gpu) {
    const Result<std::string> resources = resourceFolder();
    const sass::MachineCodes codes(resources.value_or(std::string()));
    const sass::MachinePlans plans(codes);
    const PlanInTimeOptions options{
        .blocks = kBlocksOfAnEstimate,
        .machine = timing::machineKernelsFor(gpu, plans),
        .addRegisters = [&](ModelInput& input, const Plan& of) { addRegisters(input, of, gpu, &codes); }};
    const Progress progress("simulating");
    Result<PlanInTime> found = planInTime(std::move(plan), gpu, options, progress.job());
    progress.clear();
    return found;
}

ModelInput inputOf(const Emulation& emulation, const GpuSpec& gpu, CountSource counted) {
    ModelInput input = modelInputOf(emulation, counted);
    const Result<std::string> resources = resourceFolder();
    const sass::MachineCodes codes(resources.value_or(std::string()));
    addRegisters(input, emulation.plan, gpu, &codes);
    return input;
}

}  // namespace lanescope::cli
