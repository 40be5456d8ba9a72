// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's management library, where it is there: clocks, throttling, memory errors and how a GPU is shared, for a
// measurement's provenance and notes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// What one reading says of the GPU now. What the library or the GPU does not tell stays empty.
struct GpuCondition {
    double smClockHz = 0;      ///< 0 = unknown
    double memoryClockHz = 0;  ///< 0 = unknown
    bool throttled = false;    ///< slowed by power, heat or a brake signal just now
    double smClockSetHz = 0;   ///< the clock for applications that an administrator chose; 0 = unknown
    std::optional<bool> ecc;   ///< is error correction on?
    std::optional<std::uint64_t> correctedErrors;    ///< of the memories, since the driver was loaded
    std::optional<std::uint64_t> uncorrectedErrors;  ///< likewise
    bool mig = false;                                ///< it is cut into instances (MIG)
    bool virtualGpu = false;  ///< what is seen is a share of a GPU that a hypervisor hands out (vGPU)
};

/// Only reads; never changes a setting. All functions give nothing where libnvidia-ml.so.1 is missing.
class Nvml {
public:
    [[nodiscard]] static std::string driverVersion();
    [[nodiscard]] static std::optional<GpuCondition> read(const std::string& pciBusId);
};

/// What people should know of a measurement between two readings, as sentences: memory errors, changed clocks, a GPU
/// that is shared.
[[nodiscard]] std::vector<std::string> notesBetween(const GpuCondition& before, const GpuCondition& after);

}  // namespace lanescope
