// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary's parts, in the order in which tables show them. Internal to core/metrics.
// PerfWorks names: those that libcupti 13.0 knows for the chip GH100 (a test asks it, for every chip). nvprof names:
// the metric comparison table of NVIDIA's Nsight Compute CLI manual.
#pragma once

#include <span>

#include "core/metrics/dictionary.h"

namespace lanescope {

[[nodiscard]] std::span<const Metric> memoryMetrics();     // dictionary_memory.cpp
[[nodiscard]] std::span<const Metric> cacheMetrics();      // dictionary_caches.cpp
[[nodiscard]] std::span<const Metric> executionMetrics();  // dictionary_execution.cpp
[[nodiscard]] std::span<const Metric> timingMetrics();     // dictionary_timing.cpp
[[nodiscard]] std::span<const Metric> stallMetrics();      // dictionary_stalls.cpp

/// Said by Metric::good of bytes per second.
inline constexpr std::string_view kNearBandwidth = "Near the bandwidth of the memory where the kernel is bound by it.";
/// Said by Metric::emulator.
inline constexpr std::string_view kNoClock = "The emulator has no clock.";
inline constexpr std::string_view kNoCaches = "The emulator has no caches.";

}  // namespace lanescope
