// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a simulated launch from being quicker.
#pragma once

#include <optional>

#include "core/timing/multiprocessor.h"

namespace lanescope::timing {

enum class BusyUnit : std::uint8_t { Issue, Requests, L2, Dram };

/// The unit that is busy longest, if that is half of the time or more; else the wait that takes most of the warps'
/// time.
struct Bound {
    std::optional<BusyUnit> unit;
    double share = 0;                 ///< of the time, of that unit; of the warps' time, of that wait
    Reason reason = Reason::Issuing;  ///< where it is no unit
    friend bool operator==(const Bound& one, const Bound& other) {
        return one.unit == other.unit && (one.unit || one.reason == other.reason);
    }
};

[[nodiscard]] Bound boundOf(const MultiprocessorRun& run, const Parameters& parameters);

}  // namespace lanescope::timing
