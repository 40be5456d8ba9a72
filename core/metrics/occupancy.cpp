// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/occupancy.h"

#include <algorithm>
#include <cstdlib>

namespace lanescope {
namespace {

constexpr std::uint64_t kWarpThreads = 32;

/// A value that counts something; 0 = not known.
std::uint64_t whole(const GpuSpec& gpu, std::string_view id) {
    const GpuValue* value = gpu.find(id);
    return value == nullptr ? 0 : static_cast<std::uint64_t>(value->value);
}

std::uint64_t sharedGranularity(const GpuSpec& gpu) {
    const int major = std::atoi(gpu.computeCapability.c_str());
    if (major < 2) return 512;
    if (major < 3 || major >= 8) return 128;
    return 256;
}

std::uint64_t sharedAllocated(std::uint64_t bytes, const GpuSpec& gpu) {
    const std::uint64_t unit = sharedGranularity(gpu);
    return (bytes + whole(gpu, "shared_reserved_per_block") + unit - 1) / unit * unit;
}

tl::unexpected<Error> impossible(const std::string& kernel, const std::string& reason) {
    return fail(ErrorCode::InvalidLaunch, {{"kernel", kernel}, {"reason", reason}});
}

}  // namespace

Result<Occupancy> theoreticalOccupancy(const std::string& kernel, std::uint64_t threadsPerBlock,
                                       std::uint64_t sharedBytesPerBlock, const GpuSpec& gpu) {
    const std::uint64_t warpRoom = whole(gpu, "max_warps_per_sm");
    if (warpRoom == 0) return impossible(kernel, "max_warps_per_sm is not known for " + gpu.title);
    const std::uint64_t mostThreads = whole(gpu, "max_threads_per_block");
    if (mostThreads > 0 && threadsPerBlock > mostThreads) {
        return impossible(kernel, "a block of " + gpu.title + " has at most " + std::to_string(mostThreads) +
                                      " threads, not " + std::to_string(threadsPerBlock));
    }
    const std::uint64_t mostShared = whole(gpu, "shared_per_block");
    if (mostShared > 0 && sharedBytesPerBlock > mostShared) {
        return impossible(kernel, "a block of " + gpu.title + " has at most " + std::to_string(mostShared) +
                                      " bytes of shared memory, not " + std::to_string(sharedBytesPerBlock));
    }

    Occupancy occupancy;
    const std::uint64_t warps = std::max<std::uint64_t>(1, (threadsPerBlock + kWarpThreads - 1) / kWarpThreads);
    const auto limit = [&](const char* resource, std::uint64_t room, std::uint64_t taken) {
        if (room == 0)
            occupancy.notes.push_back(std::string("The limit by ") + resource + " is not known for " + gpu.title + ".");
        else if (taken > 0)
            occupancy.limits.push_back({resource, room / taken});
    };
    limit("threads", whole(gpu, "max_threads_per_sm"), warps * kWarpThreads);
    limit("warps", warpRoom, warps);
    limit("blocks", whole(gpu, "max_blocks_per_sm"), 1);
    limit("shared memory", whole(gpu, "shared_per_sm"), sharedAllocated(sharedBytesPerBlock, gpu));
    occupancy.notes.emplace_back(
        "Registers are not looked at: how many a thread takes is chosen by the driver's compiler and known only where "
        "a "
        "kernel was built for a GPU.");

    const auto least = std::ranges::min_element(occupancy.limits, {}, &OccupancyLimit::blocks);
    occupancy.blocksPerSm = least->blocks;
    occupancy.limitedBy = least->resource;
    occupancy.warpsPerSm = occupancy.blocksPerSm * warps;
    occupancy.percent = 100.0 * static_cast<double>(occupancy.warpsPerSm) / static_cast<double>(warpRoom);
    return occupancy;
}

}  // namespace lanescope
