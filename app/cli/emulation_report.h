// SPDX-License-Identifier: GPL-3.0-or-later
// What emulate prints of a run.
#pragma once

#include "core/gpus/gpu_spec.h"
#include "core/study/emulation.h"

namespace lanescope::cli {

/// On stdout; with the theoretical occupancy on `gpu` if there is one.
void printEmulationJson(const Emulation& emulation, const GpuSpec* gpu);
void printEmulation(const Emulation& emulation, const GpuSpec* gpu);

}  // namespace lanescope::cli
