// SPDX-License-Identifier: GPL-3.0-or-later
// Is a launch one that CUDA would accept? Internal to core/simt.
#pragma once

#include <cstddef>
#include <vector>

#include "core/plan/plan.h"
#include "core/simt/memory/device_memory.h"

namespace lanescope::simt {

/// Shared memory of a block: static arrays, then the dynamic bytes from where the extern arrays start.
[[nodiscard]] std::uint64_t sharedBytesOf(const program::Entry& entry, const Launch& launch);

/// The launch's parameter block, if the launch keeps CUDA's limits and its arguments fit the entry's parameters.
/// Error: InvalidLaunch, saying what is wrong.
[[nodiscard]] Result<std::vector<std::byte>> checkLaunch(const Launch& launch, const program::Entry& entry,
                                                         const DeviceMemory& memory);

}  // namespace lanescope::simt
