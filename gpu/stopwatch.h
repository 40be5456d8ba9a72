// SPDX-License-Identifier: GPL-3.0-or-later
// Takes samples until there are enough of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "gpu/clock_watch.h"
#include "gpu/sampler.h"
#include "gpu/stopping.h"

namespace lanescope {

/// Samples without which the sampler's first: a warm-up loads the code, fills the caches and wakes the clocks, and is
/// over when 3 samples and `options.shortest` seconds are, or one that is a tenth of the time limit. Samples that
/// `watch` drops are none; it says when to pause. `onceWarm` is called behind the warm-up, if it is given.
/// Throws CudaError, with Cancelled when stopped.
[[nodiscard]] std::vector<double> takeSamples(Sampler& sampler, ClockWatch& watch, const MeasureOptions& options,
                                              const JobContext& job, const std::function<void()>& onceWarm = {});

}  // namespace lanescope
