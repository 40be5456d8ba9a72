// SPDX-License-Identifier: GPL-3.0-or-later
// Why CUPTI gives no counters, as an error that people can act on.
#pragma once

#include <string>

#include "core/base/error.h"

namespace lanescope {

/// The numbers of cupti_result.h (CUDA 13.0) that mean more than a failed call.
enum class CuptiStatus : int {
    HardwareBusy = 26,
    VirtualizedDevice = 33,
    InsufficientPrivileges = 35,
    LegacyProfiler = 38,
    MultipleSubscribers = 39,
    VirtualizedDevicePrivileges = 40,
    ConfidentialComputing = 41,
    CmpDevice = 42,
    MigDevice = 43,
    SliDevice = 44,
    WslDevice = 45,
};

/// CounterPermission, CountersInUse, or NoCounters with what the status means and what helps. `said` is the call and
/// what it says: "cuptiRangeProfilerEnable says CUPTI_ERROR_…".
[[nodiscard]] Error counterProblem(int status, const std::string& said);

}  // namespace lanescope
