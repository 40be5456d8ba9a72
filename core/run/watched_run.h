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

}  // namespace lanescope
