// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpus/gpu_spec.h"

namespace lanescope {

/// Adds what follows from the compute capability and the driver does not tell: cores_per_sm, registers_per_block,
/// max_registers_per_thread,
/// and in what units registers and shared memory are given. Values that are there already stay; nothing is added for a
/// capability that is not in the table (7.5 to 12.1).
void addCapabilityLimits(GpuSpec& gpu);

}  // namespace lanescope
