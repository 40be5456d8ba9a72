// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code for the launches of a plan, where there is some that can be run.
#pragma once

#include <functional>
#include <optional>

#include "core/gpus/gpu_spec.h"
#include "core/plan/launch.h"
#include "core/sass/machine_plan.h"

namespace lanescope::timing {

/// Nothing: the launch's PTX is run, with the model of ptxas.
using MachineKernels = std::function<std::optional<sass::MachineKernel>(const Launch& launch)>;

/// For the architecture of a GPU. `plans` must outlive it. Nothing where no code is kept or can be made, where the
/// emulator cannot run it, or where its registers are too many for the block: then a driver makes other code.
[[nodiscard]] MachineKernels machineKernelsFor(const GpuSpec& gpu, const sass::MachinePlans& plans);

}  // namespace lanescope::timing
