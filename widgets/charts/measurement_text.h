// SPDX-License-Identifier: GPL-3.0-or-later
// A measurement's origin in words, the same wherever its numbers stand.
#pragma once

#include <QString>

#include "core/study/measurement.h"

namespace lanescope {

/// "Measured", "Replayed", "Emulated", "Simulated", "Estimated", "Published"
[[nodiscard]] QString originWord(Origin origin);

/// The GPU, or for a plan of the CPU alone the CPU.
[[nodiscard]] std::string machineOf(const Provenance& provenance);

/// "Replayed: NVIDIA H200, 2026-11-20"
[[nodiscard]] QString whereFrom(const Measurement& measurement);

/// Everything about how: mode, samples, dropped ones, batches, passes of the counters, clocks, versions, notes; one
/// line each.
[[nodiscard]] QString howMeasured(const Measurement& measurement);

}  // namespace lanescope
