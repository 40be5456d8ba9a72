// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/gpus/gpu_spec.h"

namespace lanescope::cli {

/// The GPU preset of this id or title. Errors: UnknownGpu, and those of GpuPresets::load.
[[nodiscard]] Result<GpuSpec> presetNamed(const std::string& name);

}  // namespace lanescope::cli
