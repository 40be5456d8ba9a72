// SPDX-License-Identifier: GPL-3.0-or-later
// What the driver tells of a kernel that it has compiled. Needs no profiler and no permission.
#pragma once

#include "core/metrics/counters.h"
#include "core/plan/launch.h"
#include "gpu/cuda_session.h"

namespace lanescope {

/// registers_per_thread, local_bytes_per_thread, static_shared_bytes, dynamic_shared_bytes and resident_blocks of a
/// launch. Throws CudaError.
[[nodiscard]] Counters kernelFacts(CudaSession& session, const Launch& launch);

}  // namespace lanescope
