// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/capability_limits.h"

#include <array>

namespace lanescope {
namespace {

struct Limits {
    std::string_view capability;
    double coresPerSm;
    double sharedAllocationUnit;    ///< bytes
    double sharedReservedPerBlock;  ///< bytes; 0 = nothing is reserved
};

// CUDA C++ Programming Guide 13.0, "Compute Capabilities": arithmetic throughput and technical specifications; the
// units are those of cuda_occupancy.h.
constexpr std::array kLimits{
    Limits{"7.5", 64, 256, 0},      Limits{"8.0", 64, 128, 1024},   Limits{"8.6", 128, 128, 1024},
    Limits{"8.7", 128, 128, 1024},  Limits{"8.9", 128, 128, 1024},  Limits{"9.0", 128, 128, 1024},
    Limits{"10.0", 128, 128, 1024}, Limits{"10.3", 128, 128, 1024}, Limits{"11.0", 128, 128, 1024},
    Limits{"12.0", 128, 128, 1024}, Limits{"12.1", 128, 128, 1024},
};

}  // namespace

void addCapabilityLimits(GpuSpec& gpu) {
    for (const Limits& limits : kLimits) {
        if (limits.capability != gpu.computeCapability) continue;
        const auto add = [&](const char* id, double value, const char* unit, const std::string& where) {
            if (value > 0)
                gpu.values.try_emplace(
                    id, GpuValue{value, unit, where + " of compute capability " + gpu.computeCapability});
        };
        const std::string guide = "NVIDIA CUDA C++ Programming Guide 13.0, technical specifications";
        const std::string header = "NVIDIA's cuda_occupancy.h (CUDA 13.0), rules";
        add("cores_per_sm", limits.coresPerSm, "", guide);
        add("registers_per_block", 65536, "", guide);
        add("max_registers_per_thread", 255, "", guide);
        add("register_allocation_unit", 256, "", header);
        add("warp_allocation_granularity", 4, "", header);
        add("shared_allocation_unit", limits.sharedAllocationUnit, "B", header);
        add("shared_reserved_per_block", limits.sharedReservedPerBlock, "B", header);
    }
}

}  // namespace lanescope
