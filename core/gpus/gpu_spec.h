// SPDX-License-Identifier: GPL-3.0-or-later
// Limits, rates and latencies of one GPU, each with its source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct GpuValue {
    double value = 0;
    std::string unit;
    std::string
        source;  ///< "004 table 4.1", "NVIDIA H200 datasheet", "cuDeviceGetAttribute on an NVIDIA H200, 2026-11-20"
    std::optional<double> spread = {};  ///< of calibrated values: half the interquartile range over the median, a share
    std::string benchmark = {};         ///< the micro-benchmark that measured it (calibrate); empty if none
};

/// Values by the ids of gpuQuantities() (gpu_quantities.h). A GPU has some of them; what needs one that is not there
/// says so.
struct GpuSpec {
    std::string id;     ///< "c2070"
    std::string title;  ///< "NVIDIA Tesla C2070"
    std::string computeCapability;
    std::map<std::string, GpuValue> values;
    std::map<std::string, std::string> missing;  ///< why a value is not there, where somebody said so

    /// The value, or nothing if this GPU's is not known.
    [[nodiscard]] const GpuValue* find(std::string_view id) const;
};

/// Presets from resources/gpus/*.json (each named like its id), in the order of their ids.
class GpuPresets {
public:
    /// Errors: CannotOpen, MalformedFile.
    [[nodiscard]] static Result<GpuPresets> load(const std::string& resources);
    [[nodiscard]] const std::vector<GpuSpec>& all() const { return m_gpus; }
    /// By id or title, case-insensitive. Error: UnknownGpu with the known ones.
    [[nodiscard]] Result<const GpuSpec*> find(std::string_view name) const;

private:
    std::vector<GpuSpec> m_gpus;
};

/// Reads one spec from JSON text. Strict: only ids of gpuQuantities(), each with its unit, a value above 0 (whole where
/// it counts something or is bytes) and a source. Errors: MalformedFile naming file and place.
[[nodiscard]] Result<GpuSpec> parseGpuSpec(std::string_view json, const std::string& file);

/// The text of a file that parseGpuSpec() reads back, values in the order of gpuQuantities().
[[nodiscard]] std::string toJson(const GpuSpec& gpu);

}  // namespace lanescope
