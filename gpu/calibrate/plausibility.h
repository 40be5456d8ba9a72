// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "core/gpus/gpu_spec.h"

namespace lanescope {

/// Why values that were measured cannot be believed, by id: they do not repeat, or contradict each other or what the
/// driver tells ("an L1 latency above L2's"). Empty if all is well.
[[nodiscard]] std::map<std::string, std::string> implausible(const GpuSpec& gpu);

}  // namespace lanescope
