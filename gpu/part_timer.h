// SPDX-License-Identifier: GPL-3.0-or-later
// Times each step of a plan by itself.
#pragma once

#include <functional>
#include <memory>

#include "core/plan/executor.h"
#include "gpu/cuda_executor.h"
#include "gpu/l2_flush.h"
#include "gpu/measure_options.h"
#include "gpu/parts.h"

namespace lanescope {

/// Runs the plan one step after the other. Work of the device alone (launches, calls of libraries, fills, copies on the
/// device) is timed by events behind a LaunchHold, less what two events with nothing between them say; tasks of the CPU
/// and copies between host and device by the host's clock, as the program that makes them sees them.
class PartTimer {
public:
    /// `run` has begun on `gpu`; nullptr for a plan of the CPU alone.
    PartTimer(const Plan& plan, PlanRun& run, CudaExecutor* gpu, L2State l2);

    /// One run. Throws CudaError, with Cancelled when stopped.
    [[nodiscard]] StepSeconds runOnce(const JobContext& job);
    /// The plan's copies and fills once more, behind a run, and nothing between them: what they take does not depend on
    /// the numbers that they move. Throws like runOnce().
    [[nodiscard]] StepSeconds copyOnce(const JobContext& job);

private:
    [[nodiscard]] StepSeconds timeThose(bool (*wanted)(const Step&), const JobContext& job);
    [[nodiscard]] double timeStep(const Step& step, const JobContext& job);
    [[nodiscard]] double timeOnDevice(const Step& step);
    /// Seconds between events around what `queue` queues.
    [[nodiscard]] double secondsAround(const std::function<void()>& queue, const std::string& kernel);
    [[nodiscard]] double timeOnHost(const Step& step, const JobContext& job);

    const Plan& m_plan;
    PlanRun& m_run;
    CudaExecutor* m_gpu;
    std::unique_ptr<L2Flush> m_flush;
    std::unique_ptr<cuda::TimerEvent> m_begin;
    std::unique_ptr<cuda::TimerEvent> m_end;
    double m_emptySeconds = 0;
};

/// Seconds that the parts may take, of those that the samples may.
[[nodiscard]] inline double partsTimeLimit(const MeasureOptions& options) { return 0.25 * options.timeLimit; }

/// Runs as often as that is cheap: up to five times within `seconds`, but once in any case. Where that is fewer than
/// five, copies and fills, which nothing else times, are repeated alone up to five times in all, while that takes no
/// more than a second.
[[nodiscard]] std::vector<StepSeconds> timeSteps(PartTimer& timer, const Plan& plan, double seconds,
                                                 const JobContext& job);

}  // namespace lanescope
