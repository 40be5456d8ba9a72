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
    bool assumed = false;  ///< nobody measured or told it of this GPU: a guess, or another's, as the source says
};

/// Values by the ids of gpuQuantities() (gpu_quantities.h). A GPU has some of them; what needs one that is not there
/// says so.
struct GpuSpec {
    std::string id;     ///< "c2070"
    std::string title;  ///< "NVIDIA Tesla C2070"
    std::string computeCapability;
    std::map<std::string, GpuValue> values;
    std::map<std::string, std::string> missing = {};  ///< why a value is not there, where somebody said so
    std::string file = {};                            ///< that it was read from; empty if from none

    /// The value, or nothing if this GPU's is not known.
    [[nodiscard]] const GpuValue* find(std::string_view id) const;
};

/// GPUs by id: those that the program brings (resources/gpus/*.json), and the user's own. Each file is named like the
/// id in it.
class GpuPresets {
public:
    /// Those of resources/gpus, in the order of their ids. Errors: CannotOpen, MalformedFile.
    [[nodiscard]] static Result<GpuPresets> load(const std::string& resources);
    /// Adds those of another folder; one whose id is there already takes its place. Nothing is added if one of them is
    /// wrong. Errors: CannotOpen, MalformedFile.
    [[nodiscard]] Result<void> add(const std::string& folder);
    [[nodiscard]] const std::vector<GpuSpec>& all() const { return m_gpus; }
    /// By id or title, case-insensitive. Error: UnknownGpu with the known ones.
    [[nodiscard]] Result<const GpuSpec*> find(std::string_view name) const;

private:
    std::vector<GpuSpec> m_gpus;
};

/// Where a user keeps GPUs: $XDG_DATA_HOME/lanescope/gpus (else ~/.local/share/lanescope/gpus) if there is such a
/// folder, then the folders of $LANESCOPE_GPUS, separated by colons.
[[nodiscard]] std::vector<std::string> userGpuFolders();

/// A file of one GPU. Errors: CannotOpen, MalformedFile.
[[nodiscard]] Result<GpuSpec> readGpuSpec(const std::string& path);

/// Reads one spec from JSON text. Strict: only ids of gpuQuantities(), each with its unit, a value above 0 (whole where
/// it counts something or is bytes) and a source. Errors: MalformedFile naming file and place.
[[nodiscard]] Result<GpuSpec> parseGpuSpec(std::string_view json, const std::string& file);

/// The text of a file that parseGpuSpec() reads back, values in the order of gpuQuantities().
[[nodiscard]] std::string toJson(const GpuSpec& gpu);

}  // namespace lanescope
