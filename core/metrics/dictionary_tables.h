// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary's parts, in the order in which tables show them. Internal to core/metrics.
// PerfWorks names: those that libcupti 13.0 knows for the chip GH100 (a test asks it, for every chip). nvprof names:
// the metric comparison table of NVIDIA's Nsight Compute CLI manual.
// Words are not in these parts: title and definition are the texts metric.ID.title and metric.ID.definition; good and
// emulator are ids of texts here, and a good that is empty is metric.ID.good.
#pragma once

#include <span>

#include "core/base/message.h"
#include "core/metrics/dictionary.h"

namespace lanescope {

[[nodiscard]] std::span<const Metric> memoryMetrics();     // dictionary_memory.cpp
[[nodiscard]] std::span<const Metric> cacheMetrics();      // dictionary_caches.cpp
[[nodiscard]] std::span<const Metric> executionMetrics();  // dictionary_execution.cpp
[[nodiscard]] std::span<const Metric> timingMetrics();     // dictionary_timing.cpp
[[nodiscard]] std::span<const Metric> stallMetrics();      // dictionary_stalls.cpp

/// Said by Metric::good of bytes per second.
inline constexpr std::string_view kNearBandwidth = "metric.good.near_bandwidth"_id;
/// Said by Metric::emulator.
inline constexpr std::string_view kNoClock = "metric.emulator.no_clock"_id;
inline constexpr std::string_view kNoCaches = "metric.emulator.no_caches"_id;

}  // namespace lanescope
