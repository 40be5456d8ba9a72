// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/emulation.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <variant>

namespace lanescope {
namespace {

constexpr std::uint64_t kWarpSize = simt::kWarpSize;

/// The verdict of a run that a fault ended.
CheckResult faulted(const Plan& plan, const simt::Fault& fault) {
    const Buffer& buffer = plan.buffers[plan.reference.buffer];
    CheckResult result;
    result.verdict = CheckResult::Verdict::Fault;
    result.buffer = buffer.name;
    result.rows = buffer.rows;
    result.columns = buffer.columns;
    result.note = describe(fault);
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

const Launch& launchNumber(const Plan& plan, std::size_t number) {
    for (const Step& step : plan.steps)
        if (const auto* launch = std::get_if<LaunchStep>(&step); launch != nullptr && number-- == 0)
            return launch->launch;
    std::abort();  // a report without a launch
}

/// Size of the elements that the launch's buffers hold; of the largest, should they differ.
std::uint64_t elementBytesOf(const Plan& plan, const Launch& launch) {
    std::uint64_t bytes = 0;
    for (const Argument& argument : launch.arguments)
        if (const auto* buffer = std::get_if<BufferId>(&argument))
            bytes = std::max<std::uint64_t>(bytes, sizeOf(plan.buffers[*buffer].type));
    return bytes;
}

/// A thread takes part in every request of its warp, so requests per warp are accesses per thread.
LaunchProfile profileOf(const Plan& plan, const simt::LaunchReport& report, const Launch& launch) {
    const simt::LaunchCounts& counts = report.counts;
    const std::uint64_t threads = report.block.count();
    const auto warps = static_cast<double>(report.grid.count() * ((threads + kWarpSize - 1) / kWarpSize));
    const std::uint64_t global = counts.globalLoad.requests + counts.globalStore.requests + counts.atomicRequests;
    const std::uint64_t shared = counts.sharedLoad.requests + counts.sharedStore.requests;
    const std::uint64_t others = counts.warpInstructions - global - shared - counts.barriers;
    LaunchProfile profile;
    profile.kernel = report.kernel;
    profile.blocks = report.grid.count();
    profile.threadsPerBlock = threads;
    profile.computeInstructions = static_cast<double>(others) / warps;
    profile.globalAccesses = static_cast<double>(global) / warps;
    profile.sharedAccesses = static_cast<double>(shared) / warps;
    profile.elementBytes = elementBytesOf(plan, launch);
    if (counts.globalLoad.requests > 0)
        profile.sectorsPerRequest =
            static_cast<double>(counts.globalLoad.sectors) / static_cast<double>(counts.globalLoad.requests);
    profile.countsFrom = "emulated";
    return profile;
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
    ModelInput input;
    for (std::size_t i = 0; i < emulation.launches.size(); ++i)
        input.launches.push_back(profileOf(emulation.plan, emulation.launches[i], launchNumber(emulation.plan, i)));
    for (const Step& step : emulation.plan.steps) {
        if (const auto* upload = std::get_if<UploadStep>(&step))
            input.bytesToDevice += emulation.plan.buffers[upload->buffer].bytes();
        if (const auto* download = std::get_if<DownloadStep>(&step))
            input.bytesFromDevice += emulation.plan.buffers[download->buffer].bytes();
    }
    return input;
}

}  // namespace lanescope
