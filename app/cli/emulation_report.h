// SPDX-License-Identifier: GPL-3.0-or-later
// What emulate prints of a run.
#pragma once

#include <span>

#include "core/algorithms/fact.h"
#include "core/gpus/gpu_spec.h"
#include "core/study/emulation.h"

namespace lanescope::cli {

/// On stdout; with what the algorithm states, and the theoretical occupancy on `gpu` if there is one.
void printEmulationJson(const Emulation& emulation, std::span<const Fact> facts, const GpuSpec* gpu);
void printEmulation(const Emulation& emulation, std::span<const Fact> facts, const GpuSpec* gpu);

}  // namespace lanescope::cli
