// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/gpus/gpu_spec.h"

namespace lanescope::cli {

/// The library's GPU of this id or title, or that of a file NAME.json. Errors: UnknownGpu, CannotOpen and MalformedFile
/// naming the file and place.
[[nodiscard]] Result<GpuSpec> presetNamed(const std::string& name);

}  // namespace lanescope::cli
