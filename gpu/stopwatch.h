// SPDX-License-Identifier: GPL-3.0-or-later
// When to stop taking samples, and the taking of them by CUDA events.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/job_context.h"
#include "core/plan/plan.h"
#include "gpu/nvml.h"

namespace lanescope {

class CudaExecutor;

/// State of the L2 cache before each sample. Flushed: a buffer of the L2's size is overwritten. Warm: the same kernel
/// has just run.
enum class L2State { Flushed, Warm };

struct StopwatchOptions {
    std::size_t minSamples = 10;
    std::size_t maxSamples = 200;
    std::size_t exactSamples = 0;  ///< other than 0: just so many, whatever they say
    double timeLimit = 1.0;        ///< seconds of wall time; long kernels then get fewer samples, but never less than 3
    double stableWithin = 0.002;   ///< stop when the median's notch (below) is within this share of it
    L2State l2 = L2State::Flushed;
};

/// Has enough been seen? `wallSeconds` is what taking them has cost. The median counts as stable when its notch
/// 1.57 × IQR / √n (McGill, Tukey and Larsen 1978) is within `stableWithin` of it.
[[nodiscard]] bool enoughSamples(const std::vector<double>& seconds, double wallSeconds,
                                 const StopwatchOptions& options);

struct Timing {
    std::vector<double> seconds;  ///< one per sample: what Plan::timed says
    ClockReading clocks;          ///< as read while sampling; throttled if it ever was
};

/// Times what Plan::timed says on an executor on which the plan has been run. A warm-up is not among the samples.
/// Throws CudaError, with Cancelled when stopped.
[[nodiscard]] Timing timeLaunches(const Plan& plan, CudaExecutor& executor, const StopwatchOptions& options,
                                  const JobContext& job);

}  // namespace lanescope
