// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/watched_run.h"

#include <algorithm>
#include <utility>

namespace lanescope {

Result<WatchedBlock> watchBlock(RunHistory& history, std::size_t launch, Dim3 block, const JobContext& job) {
    Result<TracedBlock> traced = history.traceOf(launch, block, job);
    if (!traced) return fail(traced.error());
    WatchedBlock watched{std::move(*traced), nullptr};
    if (watched.traced.trace) watched.flow = std::make_shared<const flow::BlockFlow>(watched.traced.trace);
    return watched;
}

Result<WatchedRun> runWatched(Plan plan, const EmulationOptions& options, std::size_t launch, const JobContext& job) {
    Result<Emulation> emulation = emulate(std::move(plan), options, job);
    if (!emulation) return fail(emulation.error());
    WatchedRun run{std::make_shared<const Emulation>(std::move(*emulation)), {}};
    if (auto block = watchBlock(*run.emulation->history, launch, options.tracedBlocks.front(), job))
        run.block = std::move(*block);
    return run;
}

bool isOfAnySample(const TracedBlock& traced, const Plan& plan) {
    // What a sample leaves out, later launches miss; and long calls may stand before the first.
    return traced.trace && traced.trace->launchNumber() == 0 && !traced.earlierBlocksMissing &&
           std::ranges::none_of(plan.steps, [&plan](const Step& step) { return isLongCall(step, plan); });
}

Result<WatchedRun> runFurther(Plan plan, EmulationOptions options, const WatchedBlock& first, const JobContext& job) {
    options.keepHistory = true;
    Result<Emulation> emulation = emulate(std::move(plan), options, job);
    if (!emulation) return fail(emulation.error());
    WatchedRun run{std::make_shared<const Emulation>(std::move(*emulation)), first};
    if (!first.traced.trace) return run;
    if (isOfAnySample(first.traced, run.emulation->plan)) {
        run.emulation->history->adopt(first.traced);
    } else {
        const BlockTrace& trace = *first.traced.trace;
        Result<WatchedBlock> block = watchBlock(*run.emulation->history, trace.launchNumber(), trace.block(), job);
        if (!block) return fail(block.error());
        run.block = std::move(*block);
    }
    return run;
}

bool haveSamePlan(const Emulation* a, const Emulation* b) {
    return a == b || (a != nullptr && b != nullptr && a->plan.algorithm == b->plan.algorithm &&
                      a->plan.parameters.sameAs(b->plan.parameters));
}

}  // namespace lanescope
