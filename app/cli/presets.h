// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/gpus/gpu_spec.h"

namespace lanescope::cli {

/// The program's GPUs and the user's own (userGpuFolders). Errors: CannotOpen, MalformedFile naming the file and place.
[[nodiscard]] Result<GpuPresets> allPresets();

/// The GPU of this id or title, or that of a file NAME.json. Errors: UnknownGpu, and those of allPresets.
[[nodiscard]] Result<GpuSpec> presetNamed(const std::string& name);

}  // namespace lanescope::cli
