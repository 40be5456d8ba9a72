// SPDX-License-Identifier: GPL-3.0-or-later
// How much of what earlier launches of a plan have touched L2 still has when the next one begins.
// Private to this room.
#pragma once

#include <cstdint>

#include "core/timing/launch_sample.h"

namespace lanescope::timing {

/// 0 to 1.
struct WarmShares {
    double before = 0;  ///< of what was touched before the last launch
    double last = 0;    ///< of what that one has touched
    double stored = 0;  ///< and of what it has stored in the end

    /// `kept`: sectors that L2 keeps, of those that have been touched last.
    static WarmShares of(const LaunchSample& sample, double kept);
    /// Of a sector of global memory.
    [[nodiscard]] double at(const LaunchSample& sample, std::uint32_t sector) const;
};

}  // namespace lanescope::timing
