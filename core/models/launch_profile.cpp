// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/launch_profile.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::uint64_t kWarpThreads = 32;

/// A metric's value; 0 if the launch has none.
double valueOf(const Counters& counters, const std::string& metric) {
    const auto found = counters.find(metric);
    return found == counters.end() ? 0 : found->second;
}

/// Threads that one transaction serves: those of a warp, over the sectors of a request. Several threads that read one
/// element share its sector, so that this can be the whole warp.
double threadsPerTransaction(const Counters& counters, double threadsPerWarp) {
    const double sectors = valueOf(counters, "global_load_sectors");
    if (sectors <= 0) return 1;
    return std::max(1.0, threadsPerWarp * valueOf(counters, "global_load_requests") / sectors);
}

double sharedPasses(const Counters& counters) {
    const double wavefronts =
        valueOf(counters, "shared_load_wavefronts") + valueOf(counters, "shared_store_wavefronts");
    const double fewest =
        wavefronts - valueOf(counters, "shared_load_conflicts") - valueOf(counters, "shared_store_conflicts");
    return fewest > 0 ? wavefronts / fewest : 1;
}

}  // namespace

LaunchProfile profileOf(const Launch& launch, const Counters& counters, ElementType type) {
    const std::uint64_t threads = launch.block.count();
    const auto warps = static_cast<double>(launch.grid.count() * ((threads + kWarpThreads - 1) / kWarpThreads));
    const double loads = valueOf(counters, "global_load_requests");
    const double stores = valueOf(counters, "global_store_requests");
    const double shared = valueOf(counters, "shared_load_requests") + valueOf(counters, "shared_store_requests");
    const double other = loads + stores + shared + valueOf(counters, "atomic_requests") + valueOf(counters, "barriers");

    LaunchProfile profile;
    profile.kernel = launch.kernel->entry;
    profile.blocks = launch.grid.count();
    profile.threadsPerBlock = threads;
    profile.type = type;
    profile.computeInstructions = std::max(0.0, valueOf(counters, "warp_instructions") - other) / warps;
    profile.globalLoads = loads / warps;
    profile.globalStores = stores / warps;
    profile.threadsPerTransaction =
        threadsPerTransaction(counters, static_cast<double>(std::min(threads, kWarpThreads)));
    profile.sharedAccesses = shared / warps;
    profile.sharedPasses = sharedPasses(counters);
    profile.countsFrom =
        "Counts are emulated: every PTX instruction that neither accesses memory nor waits at a barrier is priced as "
        "a compute instruction, address arithmetic and loop control included.";
    return profile;
}

ModelInput copiesOf(const Plan& plan) {
    ModelInput input;
    for (const Step& step : plan.steps) {
        if (const auto* upload = std::get_if<UploadStep>(&step))
            input.bytesToDevice += plan.buffers[upload->buffer].bytes();
        else if (const auto* download = std::get_if<DownloadStep>(&step))
            input.bytesFromDevice += plan.buffers[download->buffer].bytes();
        else if (const auto* copy = std::get_if<CopyStep>(&step)) {
            const Buffer& buffer = plan.buffers[copy->from.buffer];
            const Part part = resolved(copy->from, buffer);
            const std::uint64_t bytes = part.rows * part.columns * sizeOf(buffer.type);
            if (copy->direction == CopyStep::Direction::ToDevice) input.bytesToDevice += bytes;
            if (copy->direction == CopyStep::Direction::ToHost) input.bytesFromDevice += bytes;
        }
    }
    return input;
}

ModelInput modelInputOf(const Plan& plan, std::span<const Counters> launches) {
    ModelInput input = copiesOf(plan);
    const BufferId result = plan.reference.buffer;
    const ElementType type = result < plan.buffers.size() ? plan.buffers[result].type : ElementType::F32;
    for (const Step& step : plan.steps) {
        const auto* launch = std::get_if<LaunchStep>(&step);
        if (launch == nullptr || input.launches.size() == launches.size()) continue;
        input.launches.push_back(profileOf(launch->launch, launches[input.launches.size()], type));
    }
    return input;
}

}  // namespace lanescope
