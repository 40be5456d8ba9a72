// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/watched_run.h"

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

}  // namespace lanescope
