// SPDX-License-Identifier: GPL-3.0-or-later
// Where and how a measurement was made, put together.
#pragma once

#include <optional>
#include <string>

#include "core/study/measure_choice.h"
#include "core/study/measurement.h"
#include "gpu/clock_watch.h"
#include "gpu/cuda_session.h"
#include "gpu/nvml.h"

namespace lanescope {

/// As provenance dates measurements: ISO 8601.
[[nodiscard]] std::string nowInUtc();

/// Of a plan of the CPU alone.
[[nodiscard]] Provenance hostProvenance();

/// Of a plan of the GPU. `condition`: the last reading of the GPU, if there is one. The host is named if it takes part.
[[nodiscard]] Provenance gpuProvenance(const GpuDevice& gpu, const ClockWatch& clocks,
                                       const std::optional<GpuCondition>& condition, L2State l2, bool hostTakesPart);

}  // namespace lanescope
