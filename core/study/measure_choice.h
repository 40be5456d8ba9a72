// SPDX-License-Identifier: GPL-3.0-or-later
// How a configuration is to be measured, as far as that is somebody's choice: of a user of the window, who asks a
// worker for it, or of the command line. What comes to it on a GPU is in gpu/measure_options.h.
#pragma once

#include <cstddef>

#include "core/metrics/dictionary.h"

namespace lanescope {

/// State of the caches before each sample. Flushed ("cold"): a buffer of the L2's size is overwritten. Warm ("hot"):
/// the same launches have just run.
enum class L2State { Flushed, Warm };

/// No more samples can be asked for.
inline constexpr std::size_t kMostSamples = 100'000;
/// Seconds that a kernel may take unless the user allows another time.
inline constexpr double kHangLimit = 20;

struct MeasureChoice {
    bool counters = true;
    MetricSet counterSet = MetricSet::Default;
    std::size_t samples = 0;  ///< just so many, whatever they say, up to kMostSamples; 0 = until the median is stable
    /// Seconds of wall time for the samples, 0 or more. Long kernels then get fewer samples, but 5 where those take no
    /// more than a second, and never less than 3.
    double timeLimit = 1;
    L2State l2 = L2State::Flushed;
    double hangLimit = kHangLimit;  ///< seconds that a kernel may take, more than 0; then it is KernelHung
    friend bool operator==(const MeasureChoice&, const MeasureChoice&) = default;
};

}  // namespace lanescope
