// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"

namespace lanescope {

/// What a step's time counts for, in a Measurement's parts as in an Estimate's terms: "kernel tiled<16, float>" for
/// each kernel's entry, "copy to device", "copy from device", "copy on device", "fill", "library cublasDgemm", "host
/// dpotrf" (tasks that differ in a number at the end only, that of a block, are one). Empty for a wait.
[[nodiscard]] std::string partNameOf(const Step& step, const Plan& plan);

/// The gaps between the launches and calls of libraries of a plan.
inline constexpr const char* kLaunchGaps = "launch gaps";

}  // namespace lanescope
