// SPDX-License-Identifier: GPL-3.0-or-later
// What can be changed of a launch that is simulated, as dials of a few positions each.
#pragma once

#include "app/state/schedule_work.h"
#include "core/algorithms/algorithm.h"
#include "core/gpus/gpu_spec.h"
#include "widgets/panels/what_if_panel.h"

namespace lanescope {

/// Of the GPU: clock, latencies, bandwidths, the load-store unit and how many multiprocessors; of the launch:
/// registers, shared memory and, where the catalogue has its algorithm, the size of its blocks. What cannot be changed
/// says why. Each position's words are those of --what-if (timing::whatIfFrom()).
[[nodiscard]] std::vector<WhatIfDial> whatIfDials(const GpuSpec& gpu, const ScheduleWork::Sampled& launch,
                                                  const Catalogue& catalogue);

}  // namespace lanescope
