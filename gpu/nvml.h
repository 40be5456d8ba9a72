// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's management library, where it is there: clocks and throttling, for a measurement's provenance.
#pragma once

#include <optional>
#include <string>

namespace lanescope {

/// What one reading says of the GPU now.
struct ClockReading {
    double smClockHz = 0;      ///< 0 = unknown
    double memoryClockHz = 0;  ///< 0 = unknown
    bool throttled = false;    ///< slowed by power, heat or a brake signal just now
};

/// Only reads; never changes a setting. All functions give nothing where libnvidia-ml.so.1 is missing.
class Nvml {
public:
    [[nodiscard]] static std::string driverVersion();
    [[nodiscard]] static std::optional<ClockReading> read(const std::string& pciBusId);
};

}  // namespace lanescope
