// SPDX-License-Identifier: GPL-3.0-or-later
// Limits, rates and latencies of one GPU, each with its source.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct GpuValue {
    double value = 0;
    std::string unit;
    std::string source;  ///< "004 table 4.1", "NVIDIA H200 datasheet", "cudaDeviceGetAttribute, 2026-11-20"
};

/// Values by id. Ids in use (units): sm_count, cores_per_sm, clock (Hz), memory_clock (Hz), memory_bandwidth (B/s),
/// dram_latency, shared_latency, cache_latency (cycles), fp32_issue_cycles, fp64_issue_cycles (cycles a warp
/// instruction), pipeline_depth, copy_to_device, copy_from_device (B/s, pageable), launch_overhead (s),
/// max_threads_per_block, max_threads_per_sm, max_blocks_per_sm, max_warps_per_sm, registers_per_sm, shared_per_block,
/// shared_per_sm, shared_reserved_per_block (B; what the driver takes of each block's shared memory for itself),
/// memory_size (B), l2_size (B).
struct GpuSpec {
    std::string id;     ///< "c2070"
    std::string title;  ///< "NVIDIA Tesla C2070"
    std::string computeCapability;
    std::map<std::string, GpuValue> values;

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

/// Reads one spec from JSON text. Strict: only the ids above, each with its unit, a value above 0 (whole where it
/// counts something or is bytes) and a source. Errors: MalformedFile naming file and place.
[[nodiscard]] Result<GpuSpec> parseGpuSpec(std::string_view json, const std::string& file);

}  // namespace lanescope
