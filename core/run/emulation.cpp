// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/emulation.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/words.h"
#include "core/metrics/counters.h"
#include "core/models/launch_profile.h"
#include "core/models/parallelism.h"
#include "core/plan/library_call.h"
#include "core/run/counted_plan.h"
#include "core/run/memory_again.h"

namespace lanescope {
namespace {

/// Of plans with more launches, blocks of later ones are traced when somebody looks at them.
constexpr std::size_t kTracedLaunches = 16;

/// A verdict on the reference's buffer, if the plan has one.
CheckResult verdictOn(const Plan& plan, CheckResult::Verdict verdict) {
    CheckResult result;
    result.verdict = verdict;
    if (plan.reference.buffer >= plan.buffers.size()) return result;
    const Buffer& buffer = plan.buffers[plan.reference.buffer];
    result.buffer = buffer.name;
    result.rows = buffer.rows;
    result.columns = buffer.columns;
    return result;
}

/// The verdict of a run that a fault ended.
CheckResult faulted(const Plan& plan, const simt::Fault& fault) {
    CheckResult result = verdictOn(plan, CheckResult::Verdict::Fault);
    result.note = explain(fault);
    return result;
}

/// What the steps left in memory: the device's arrays, and the host's where there is no other. An executor's download
/// cannot fail here: the buffers are its own.
HostBuffers buffersOf(const Plan& plan, simt::Emulator& emulator, const HostBuffers& host) {
    HostBuffers buffers;
    for (BufferId id = 0; id < plan.buffers.size(); ++id) {
        if (plan.buffers[id].place == Buffer::Place::Host && id < host.size()) {
            buffers.push_back(host[id]);
            continue;
        }
        buffers.emplace_back(plan.buffers[id].bytes());
        (void)emulator.download(id, buffers.back());
    }
    return buffers;
}

CheckResult notComplete(const Plan& plan, const simt::LaunchReport& launch) {
    CheckResult result = verdictOn(plan, CheckResult::Verdict::NotChecked);
    result.note = inWords(Message("run.not_complete"_id, {{"blocks", launch.blocksRun}, {"all", launch.grid.count()}}));
    return result;
}

/// The plan without the calls of libraries that one CPU would be long at, if it has any: what comes of a sample is not
/// complete anyway, and models take a call's operations from its sizes.
std::optional<Plan> withoutLongCalls(const Plan& plan) {
    const auto isLong = [&plan](const Step& step) { return isLongCall(step, plan); };
    if (std::ranges::none_of(plan.steps, isLong)) return std::nullopt;
    Plan shorter = plan;
    std::erase_if(shorter.steps, isLong);
    return shorter;
}

CheckResult callsLeftOut(const Plan& plan) {
    CheckResult result = verdictOn(plan, CheckResult::Verdict::NotChecked);
    result.note = textOf("run.calls_left_out"_id);
    return result;
}

/// Of each launch, the blocks that are in its grid and were run, row by row.
Result<std::vector<std::shared_ptr<const BlockTrace>>> traceBlocks(RunHistory* history, std::vector<Dim3> blocks,
                                                                   const JobContext& job) {
    std::vector<std::shared_ptr<const BlockTrace>> traces;
    if (history == nullptr) return traces;
    std::ranges::sort(blocks, {}, [](Dim3 block) { return std::tuple(block.z, block.y, block.x); });
    for (std::size_t launch = 0; launch < std::min(history->launches(), kTracedLaunches); ++launch) {
        for (const Dim3 block : blocks) {
            const Result<TracedBlock> traced = history->traceOf(launch, block, {.stop = job.stop, .progress = {}});
            if (traced) traces.push_back(traced->trace);
            if (!traced && traced.error().code == ErrorCode::Cancelled) return fail(ErrorCode::Cancelled);
        }
    }
    return traces;
}

using Samples = std::vector<std::shared_ptr<timing::LaunchSample>>;

/// A plan whose launches run machine code, and what that is of each.
struct MachinePlan {
    Plan plan;
    std::vector<std::shared_ptr<const sass::Listing>> listings;
};

/// Nothing where none of the launches has machine code: then their PTX is sampled.
std::optional<MachinePlan> machinePlan(const Plan& plan, const timing::MachineKernels& kernels) {
    MachinePlan made{plan, {}};
    for (Step& step : made.plan.steps) {
        auto* const launch = std::get_if<LaunchStep>(&step);
        if (launch == nullptr) continue;
        const std::optional<sass::MachineKernel> machine = kernels(launch->launch);
        made.listings.push_back(machine ? machine->listing : nullptr);
        if (machine) launch->launch.kernel = machine->kernel;
    }
    if (std::ranges::none_of(made.listings, [](const auto& listing) { return listing != nullptr; }))
        return std::nullopt;
    return made;
}

/// Nothing where it does not run through.
std::optional<Samples> samplesOf(MachinePlan machine, const timing::SampleOptions& sample, simt::EmulatorOptions how,
                                 const JobContext& job) {
    timing::SampleRecorder recorder(sample, std::move(machine.listings));
    how.observer = &recorder;
    simt::Emulator emulator(how);
    if (!runPlan(machine.plan, emulator, job)) return std::nullopt;
    return std::move(recorder.samples());
}

/// Whether two runs go on beside each other: not where both would need much memory at once. Of what is sampled most is
/// never made.
bool haveRoomBesideEachOther(const Plan& plan, bool sampled) {
    constexpr double kMuch = 1 << 27;
    if (sampled) return true;
    double bytes = 0;
    for (const Buffer& buffer : plan.buffers) bytes += static_cast<double>(buffer.bytes());
    return bytes < kMuch;
}

}  // namespace

bool isLongCall(const Step& step, const Plan& plan) {
    constexpr double kOperations = 1 << 30;
    const auto* call = std::get_if<LibraryStep>(&step);
    return call != nullptr && operationsOf(*call, plan) > kOperations;
}

Result<Emulation> emulate(Plan plan, const EmulationOptions& options, const JobContext& job) {
    simt::EmulatorOptions how{.stepBudget = options.stepBudget,
                              .maxBlocks = options.maxBlocks,
                              .scheduling = options.scheduling,
                              .threads = options.threads};
    std::optional<Plan> shorter = options.maxBlocks > 0 ? withoutLongCalls(plan) : std::nullopt;
    bool sampled = false;
    const bool looksAtMemory = options.keepBuffers || options.keepHistory || !options.tracedBlocks.empty();
    if (!looksAtMemory) {
        if (auto without = countedPlan(shorter ? *shorter : plan, options.maxBlocks, options.countsOnly)) {
            shorter = std::move(without->plan);
            how.heldFromStart = std::move(without->heldFromStart);
            how.countsOnly = true;
            sampled = without->sampled;
        }
    }
    std::shared_ptr<RunHistory> history;
    if (options.keepHistory || !options.tracedBlocks.empty()) {
        const auto again = [how, copy = std::make_shared<const Plan>(shorter ? *shorter : plan)](
                               std::size_t launch, const JobContext& later) {
            return memoryBefore(*copy, launch, how, later);
        };
        history = std::make_shared<RunHistory>(
            RunHistory::Options{.budget = options.traceBudget, .maxEvents = options.maxEvents, .memoryAgain = again});
    }
    std::optional<timing::SampleRecorder> sampler;
    std::future<std::optional<Samples>> sampling;
    if (options.sample && options.machine && history == nullptr)
        if (auto machine = machinePlan(shorter ? *shorter : plan, options.machine)) {
            sampling = std::async(samplesOf, std::move(*machine), *options.sample, how,
                                  JobContext{.stop = job.stop, .progress = {}});
            if (!haveRoomBesideEachOther(plan, sampled)) sampling.wait();
        }
    if (options.sample && !sampling.valid() && history == nullptr) sampler.emplace(*options.sample);
    how.observer = history.get();
    if (sampler) how.observer = &*sampler;
    simt::Emulator emulator(how);

    const auto begin = std::chrono::steady_clock::now();
    HostBuffers left;
    Result<HostBuffers> after = runPlan(shorter ? *shorter : plan, emulator, job, &left);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (!after && after.error().code != ErrorCode::KernelFault) return fail(after.error());

    Emulation emulation;
    emulation.launches = emulator.reports();
    if (sampler) emulation.samples = std::move(sampler->samples());
    if (sampling.valid()) {
        std::optional<Samples> samples = sampling.get();
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        if (!samples && after) {  // its PTX runs through, and is sampled then
            EmulationOptions withoutMachine = options;
            withoutMachine.machine = nullptr;
            return emulate(std::move(plan), withoutMachine, job);
        }
        if (samples) emulation.samples = std::move(*samples);
    }
    if (auto traced = traceBlocks(history.get(), options.tracedBlocks, job))
        emulation.traces = std::move(*traced);
    else
        return fail(traced.error());
    emulation.history = std::move(history);
    emulation.seconds = seconds.count();
    const auto incomplete = std::ranges::find_if(emulation.launches, &simt::LaunchReport::sampled);
    if (!after) {
        emulation.check = faulted(plan, emulation.launches.back().fault.value());
    } else if (incomplete != emulation.launches.end()) {
        emulation.check = notComplete(plan, *incomplete);
    } else if (options.countsOnly) {
        emulation.check = verdictOn(plan, CheckResult::Verdict::NotChecked);
        emulation.check.note = textOf("run.counts_only"_id);
    } else if (shorter) {
        emulation.check = callsLeftOut(plan);
    } else {
        Result<CheckResult> check = checkResult(plan, *after, job);
        if (!check) return fail(check.error());
        emulation.check = std::move(*check);
    }
    if (options.keepBuffers) emulation.buffers = buffersOf(plan, emulator, after ? *after : left);
    emulation.plan = std::move(plan);
    return emulation;
}

std::vector<Counters> countersOf(const Emulation& emulation) {
    const std::vector<const Launch*> launches = emulation.plan.launches();
    std::vector<Counters> counters;
    for (std::size_t i = 0; i < emulation.launches.size(); ++i)
        counters.push_back(countersOf(*launches[i]->kernel, emulation.launches[i]));
    return counters;
}

Counters countersOf(const Emulation& emulation, std::size_t launch) {
    return countersOf(*emulation.plan.launches().at(launch)->kernel, emulation.launches.at(launch));
}

Prediction predictionOf(const Emulation& emulation, std::size_t launch) {
    const simt::LaunchReport& report = emulation.launches.at(launch);
    if (!report.fault) {
        const Kernel& kernel = *emulation.plan.launches().at(launch)->kernel;
        // What machine code has done needs no prediction.
        if (kernel.code().meetsByCode) return {countersOf(emulation, launch), {}, {}};
        return predictCounters(kernel, *emulation.machineCode->of(kernel.module, kernel.code()), report.sites);
    }
    // What a launch did before its fault is not what hardware would have counted of it.
    Prediction none;
    for (const auto& [id, value] : countersOf(simt::LaunchCounts{})) none.missing[id] = textOf("run.stopped"_id);
    return none;
}

ModelInput modelInputOf(const Emulation& emulation, CountSource counted) {
    std::vector<Counters> counters = countersOf(emulation);
    for (std::size_t i = 0; counted == CountSource::Predicted && i < counters.size(); ++i) {
        // What cannot be predicted (how lanes lie together, for example) stays as the emulator counted it.
        for (const auto& [id, value] : predictionOf(emulation, i).counters) counters[i][id] = value;
    }
    ModelInput input = modelInputOf(emulation.plan, counters, counted);
    const std::vector<const Launch*> launches = emulation.plan.launches();
    for (std::size_t i = 0; i < input.launches.size(); ++i) {
        const simt::LaunchReport& report = emulation.launches[i];
        addParallelism(input.launches[i], *launches[i]->kernel, report.sites);
        if (i < emulation.samples.size()) {
            const Kernel& kernel = *launches[i]->kernel;
            if (!emulation.samples[i]->listing)
                emulation.samples[i]->code = emulation.machineCode->of(kernel.module, kernel.code());
            input.launches[i].sample = emulation.samples[i];
        }
        if (!report.sampled()) continue;
        std::string& from = input.launches[i].countsFrom;
        from = inWords(
            Message("run.sampled"_id, {{"from", from}, {"blocks", report.blocksRun}, {"all", report.grid.count()}}));
    }
    return input;
}

}  // namespace lanescope
