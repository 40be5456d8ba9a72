// SPDX-License-Identifier: GPL-3.0-or-later
// What NVIDIA's profiler calls the states that warps are simulated in.
#pragma once

#include <string>
#include <vector>

#include "core/timing/multiprocessor.h"

namespace lanescope::timing {

/// As Nsight Compute names a warp's state: "Long Scoreboard". Several where it tells apart what is one here.
[[nodiscard]] std::vector<std::string> profilerStatesOf(Reason reason);
/// The same, with commas between.
[[nodiscard]] std::string profilerStateWords(Reason reason);

}  // namespace lanescope::timing
