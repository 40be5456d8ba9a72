// SPDX-License-Identifier: GPL-3.0-or-later
// Where all blocks of a launch run at once and some have little to do, counters are of multiprocessors that are not as
// long at work as the fullest one, which alone is simulated. Private to this room.
#pragma once

#include "core/timing/launch_sample.h"
#include "core/timing/simulation.h"

namespace lanescope::timing {

/// What a mean multiprocessor has of what the fullest one has.
struct MeanShares {
    double active = 1;   ///< cycles with warps
    double held = 1;     ///< cycles that blocks have their places, all together
    bool known = false;  ///< else they are taken to be alike
};

/// A block takes as long as what it does says, between the lightest (Simulated::lightest) and the one that does most.
[[nodiscard]] MeanShares meanSharesOf(const Simulated& simulated, const LaunchSample& sample);

/// So many blocks like the lightest one of a launch, which must have one (LaunchSample::lightest).
[[nodiscard]] LaunchSample lightestOf(const LaunchSample& sample, std::size_t blocks);

}  // namespace lanescope::timing
