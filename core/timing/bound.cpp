// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/bound.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanescope::timing {

Bound boundOf(const MultiprocessorRun& run, const Parameters& parameters) {
    // In the order of BusyUnit.
    const std::array busy{run.instructions * parameters.issue / Parameters::kSchedulers, run.requestBusy,
                          std::max(run.l2Busy, run.atomicBusy), run.dramBusy};
    const auto* const most = std::ranges::max_element(busy);
    constexpr double kHalf = 0.5;
    const double share = run.end > 0 ? std::min(1.0, *most / run.end) : 0;
    if (share >= kHalf) return {static_cast<BusyUnit>(most - busy.begin()), share};
    const auto* const longest = std::max_element(run.warpCycles.begin() + 1, run.warpCycles.end());
    const double all = std::accumulate(run.warpCycles.begin(), run.warpCycles.end(), 0.0);
    return {std::nullopt, all > 0 ? *longest / all : 0, static_cast<Reason>(longest - run.warpCycles.begin())};
}

}  // namespace lanescope::timing
