// SPDX-License-Identifier: GPL-3.0-or-later
// What the blocks of a plan's launches take of a multiprocessor, and who says so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/metrics/block_resources.h"
#include "core/plan/plan.h"
#include "core/study/measurement.h"

namespace lanescope {

struct LaunchBlock {
    std::string kernel;  ///< entry
    BlockResources block;
    std::uint64_t blocks = 0;   ///< of the launch
    std::string registersFrom;  ///< "replayed: NVIDIA H200, 2026-11-21"; empty if nobody tells the registers
};

/// One for each launch. Threads and shared memory are the plan's and the PTX's; registers are what a driver's compiler
/// gave, so they are known only where `measured` (nullptr = nothing was) was made on a GPU of the title `gpu`.
[[nodiscard]] std::vector<LaunchBlock> launchBlocksOf(const Plan& plan, const Measurement* measured,
                                                      const std::string& gpu);

}  // namespace lanescope
