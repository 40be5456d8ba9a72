// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in for quantities of a GPU that nobody has measured on it: those of GPUs that are known, each by a rule
// of its own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpus/gpu_spec.h"

namespace lanescope {

/// Adds each of `wanted` (ids of gpuQuantities()) that the GPU lacks and that another's can stand in for, marked as
/// GpuValue::assumed; its source says whose it is, by what rule, and why the GPU's own is not there if `missing` said
/// so. What an architecture has (units, L1) is that of a preset of the same compute capability, if there is one. The
/// rest is the `reference`'s: cycles of a multiprocessor stay cycles; what lies beyond it keeps its nanoseconds; rates
/// of the whole GPU go with its multiprocessors and clocks, sizes with its L2. What no rule can tell (a throughput of
/// units that no preset has) stays away. Returns what was added, in the order of `wanted`.
std::vector<std::string> addAssumed(GpuSpec& gpu, std::span<const std::string_view> wanted, const GpuSpec& reference,
                                    const GpuPresets& presets);

/// Of the values that a GPU has, those that are assumed.
[[nodiscard]] std::size_t assumedOf(const GpuSpec& gpu);

}  // namespace lanescope
