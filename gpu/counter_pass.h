// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/base/job_context.h"
#include "core/plan/executor.h"
#include "gpu/cuda_executor.h"
#include "gpu/l2_flush.h"

namespace lanescope {

/// A run of a plan that the profiler counts, as often as it has passes. Kernels of each pass find the caches as those
/// of a sample of the plan's time do, where a profiler that replays each launch by itself leaves there what happens to
/// be left. Launches that prepare them are ranges too, before the plan's own:
///   cold: the L2 is flushed before the first launch (of plans whose steps are timed, before the first step)
///   hot:  the same launches have just run (of plans whose steps are timed, the same plan)
/// The first run prepares nothing, and is not to be counted: there is nothing yet that launches could have left.
class CounterPass {
public:
    /// All outlive it. `run` has begun.
    CounterPass(const Plan& plan, PlanRun& run, CudaExecutor& executor, L2Flush& flush);

    /// Throws CudaError.
    void run(const JobContext& job);
    /// The profiler's ranges of each further run before those of the plan.
    [[nodiscard]] std::size_t rangesBefore() const;

private:
    void prepare(const JobContext& job);
    void launch(const Launch& launch, const JobContext& job);

    const Plan& m_plan;
    PlanRun& m_run;
    CudaExecutor& m_executor;
    L2Flush& m_flush;
    bool m_hasRun = false;
    bool m_leavesHost;  ///< nothing is brought to the host's arrays, so that they need not be filled again
};

}  // namespace lanescope
