// SPDX-License-Identifier: GPL-3.0-or-later
// What the host does to emulated global memory between launches: copies of rectangles, fills, calls of a library.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/job_context.h"
#include "core/simt/memory/device_memory.h"

namespace lanescope::simt {

/// Copies row by row. `host` is the whole array of the host's side. What is copied to the device counts as initialised;
/// what is copied on the device, as it was where it came from.
void copyParts(DeviceMemory& memory, const CopyStep& step, std::span<std::byte> host);

void fillBuffer(DeviceMemory& memory, const FillStep& step);

/// What the call writes counts as initialised. Error: Cancelled.
[[nodiscard]] Result<void> callLibrary(DeviceMemory& memory, const LibraryStep& step, const JobContext& job);

}  // namespace lanescope::simt
