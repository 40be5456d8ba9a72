// SPDX-License-Identifier: GPL-3.0-or-later
// A run, and the block of it that somebody watches.
#pragma once

#include <memory>

#include "core/flow/block_flow.h"
#include "core/run/emulation.h"

namespace lanescope {

/// A recorded block with what is known of its flow.
struct WatchedBlock {
    TracedBlock traced;
    std::shared_ptr<const flow::BlockFlow> flow;  ///< of traced.trace; nullptr where that is
};

struct WatchedRun {
    std::shared_ptr<const Emulation> emulation;
    WatchedBlock block;  ///< empty if that block did not run
};

/// The launch's block: kept, or recorded now. Errors: those of RunHistory::traceOf.
[[nodiscard]] Result<WatchedBlock> watchBlock(RunHistory& history, std::size_t launch, Dim3 block,
                                              const JobContext& job);

/// Runs the plan; `options` has the block that is to be watched as the first of tracedBlocks. Errors: those of
/// emulate().
[[nodiscard]] Result<WatchedRun> runWatched(Plan plan, const EmulationOptions& options, std::size_t launch,
                                            const JobContext& job);

/// The same plan run again, with options that count more of it than the run that `first` was recorded in. Where its
/// block can have read nothing else there, it stays what is watched, and is kept in the new run's history; else it is
/// recorded again. Errors: those of emulate().
[[nodiscard]] Result<WatchedRun> runFurther(Plan plan, EmulationOptions options, const WatchedBlock& first,
                                            const JobContext& job);
/// Would the block's trace be the same if more of the plan's blocks had run?
[[nodiscard]] bool isOfAnySample(const TracedBlock& traced, const Plan& plan);

/// Runs of the same algorithm with the same parameters.
[[nodiscard]] bool haveSamePlan(const Emulation* a, const Emulation* b);

}  // namespace lanescope
