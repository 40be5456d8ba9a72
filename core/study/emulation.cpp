// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/emulation.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/metrics/counters.h"
#include "core/models/launch_profile.h"

namespace lanescope {
namespace {

/// The verdict of a run that a fault ended.
CheckResult faulted(const Plan& plan, const simt::Fault& fault) {
    const Buffer& buffer = plan.buffers[plan.reference.buffer];
    CheckResult result;
    result.verdict = CheckResult::Verdict::Fault;
    result.buffer = buffer.name;
    result.rows = buffer.rows;
    result.columns = buffer.columns;
    result.note = explain(fault);
    return result;
}

CheckResult sampled(const Plan& plan, const simt::LaunchReport& launch) {
    const Buffer& buffer = plan.buffers[plan.reference.buffer];
    CheckResult result;
    result.buffer = buffer.name;
    result.rows = buffer.rows;
    result.columns = buffer.columns;
    result.note = "only " + std::to_string(launch.blocksRun) + " of " + std::to_string(launch.grid.count()) +
                  " blocks were run, so the result is not complete";
    return result;
}

}  // namespace

Result<Emulation> emulate(Plan plan, const EmulationOptions& options, const JobContext& job) {
    TraceRecorder recorder({.blocks = options.tracedBlocks, .maxEvents = options.maxEvents});
    simt::Emulator emulator({.stepBudget = options.stepBudget,
                             .maxBlocks = options.maxBlocks,
                             .observer = options.tracedBlocks.empty() ? nullptr : &recorder});

    const auto begin = std::chrono::steady_clock::now();
    Result<HostBuffers> after = runPlan(plan, emulator, job);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (!after && after.error().code != ErrorCode::KernelFault) return fail(after.error());

    Emulation emulation;
    emulation.launches = emulator.reports();
    emulation.traces = recorder.traces();
    emulation.seconds = seconds.count();
    const auto incomplete = std::ranges::find_if(emulation.launches, &simt::LaunchReport::sampled);
    if (!after) {
        emulation.check = faulted(plan, emulation.launches.back().fault.value());
    } else if (incomplete != emulation.launches.end()) {
        emulation.check = sampled(plan, *incomplete);
    } else {
        Result<CheckResult> check = checkResult(plan, *after, job);
        if (!check) return fail(check.error());
        emulation.check = std::move(*check);
    }
    emulation.plan = std::move(plan);
    return emulation;
}

ModelInput modelInputOf(const Emulation& emulation) {
    std::vector<Counters> counters;
    for (const simt::LaunchReport& launch : emulation.launches) counters.push_back(countersOf(launch.counts));
    return modelInputOf(emulation.plan, counters);
}

}  // namespace lanescope
