// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/launch_profile.h"

#include <algorithm>
#include <set>

#include "core/base/words.h"
#include "core/plan/part_name.h"

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

/// Of the compute instructions, the share that a warp makes again for lanes that parted: what it would not need if all
/// its threads were always with it.
double serialisedShare(const Counters& counters, double threadsPerWarp) {
    const auto efficiency = counters.find("warp_execution_efficiency");
    if (efficiency == counters.end() || valueOf(counters, "divergent_branches") <= 0) return 0;
    return std::max(0.0, 1 - efficiency->second / 100 * static_cast<double>(kWarpThreads) / threadsPerWarp);
}

/// Bytes of the buffers that a launch is given, each once.
double footprintOf(const Launch& launch, const Plan& plan) {
    std::set<BufferId> buffers;
    for (const Argument& argument : launch.arguments)
        if (const auto buffer = bufferOf(argument)) buffers.insert(*buffer);
    double bytes = 0;
    for (const BufferId buffer : buffers) bytes += static_cast<double>(plan.buffers.at(buffer).bytes());
    return bytes;
}

std::uint64_t staticSharedBytes(const Kernel& kernel) { return kernel.module ? kernel.code().staticSharedBytes : 0; }

// ---- what a plan does besides its launches

/// Adds to what is there of the same kind.
void addCopy(ModelInput& input, CopyProfile copy) {
    for (CopyProfile& same : input.copies) {
        if (same.direction != copy.direction || same.pinned != copy.pinned) continue;
        same.bytes += copy.bytes;
        same.times += copy.times;
        return;
    }
    input.copies.push_back(copy);
}

template <typename Profile>
Profile& named(std::vector<Profile>& profiles, const std::string& name) {
    for (Profile& profile : profiles) {
        if (profile.name != name) continue;
        ++profile.times;
        return profile;
    }
    profiles.emplace_back().name = name;
    return profiles.back();
}

/// Textbook operations: 2mnk of a product, half of them where only a triangle is wanted, m·n² of a triangular system.
double operationsOf(const LibraryStep& step, const Part& a, const Part& c) {
    const auto rows = static_cast<double>(c.rows);
    const auto columns = static_cast<double>(c.columns);
    const auto inner = static_cast<double>(step.transposeA ? a.rows : a.columns);
    switch (step.call) {
        case LibraryStep::Call::Gemm: return 2 * rows * columns * inner;
        case LibraryStep::Call::Syrk: return rows * (columns + 1) * inner;
        case LibraryStep::Call::Trsm: return rows * columns * columns;
    }
    return 0;
}

struct RestOfPlan {
    const Plan& plan;
    ModelInput& input;

    [[nodiscard]] static std::uint64_t elements(const Part& part) { return part.rows * part.columns; }
    [[nodiscard]] double bytes(const Part& part) const {
        return static_cast<double>(elements(part) * sizeOf(plan.buffers[part.buffer].type));
    }
    [[nodiscard]] Part whole(const Part& part) const { return resolved(part, plan.buffers[part.buffer]); }

    void operator()(const LaunchStep&) const {}
    void operator()(const WaitStep&) const {}
    void operator()(const UploadStep& step) const {
        addCopy(input, {CopyProfile::Direction::ToDevice, step.memory == HostMemory::Pinned,
                        plan.buffers[step.buffer].bytes()});
    }
    void operator()(const DownloadStep& step) const {
        addCopy(input, {CopyProfile::Direction::FromDevice, step.memory == HostMemory::Pinned,
                        plan.buffers[step.buffer].bytes()});
    }
    void operator()(const CopyStep& step) const {
        using Way = CopyStep::Direction;
        CopyProfile::Direction direction = CopyProfile::Direction::OnDevice;
        if (step.direction == Way::ToDevice) direction = CopyProfile::Direction::ToDevice;
        if (step.direction == Way::ToHost) direction = CopyProfile::Direction::FromDevice;
        const bool pinned = direction != CopyProfile::Direction::OnDevice && step.memory == HostMemory::Pinned;
        addCopy(input, {direction, pinned, static_cast<std::uint64_t>(bytes(whole(step.from)))});
    }
    void operator()(const FillStep& step) const {
        addCopy(input, {CopyProfile::Direction::Fill, false, plan.buffers[step.buffer].bytes()});
    }
    /// As the parts of a measurement name it.
    [[nodiscard]] std::string hostName(const HostStep& step) const {
        return partNameOf(step, plan).substr(std::string("host ").size());
    }
    void operator()(const HostStep& step) const { named(input.host, hostName(step)).operations += step.operations; }
    void operator()(const LibraryStep& step) const {
        const Part a = whole(step.a);
        const Part c = whole(step.c);
        LibraryProfile& call = named(input.library, functionOf(step, plan));
        call.type = plan.buffers[c.buffer].type;
        call.operations += operationsOf(step, a, c);
        call.bytes += bytes(a) + bytes(c);
        if (step.call == LibraryStep::Call::Gemm) call.bytes += bytes(whole(step.b));
    }
};

}  // namespace

LaunchProfile profileOf(const Launch& launch, const Counters& counters, ElementType type, CountSource counted) {
    const std::uint64_t threads = launch.block.count();
    LaunchProfile profile;
    profile.kernel = launch.kernel->entry;
    profile.blocks = launch.grid.count();
    profile.threadsPerBlock = threads;
    profile.type = type;
    profile.arguments = launch.arguments.size();
    profile.sharedBytesPerBlock = staticSharedBytes(*launch.kernel) + launch.dynamicSharedBytes;
    const double warps = profile.warps();
    const double loads = valueOf(counters, "global_load_requests");
    const double stores = valueOf(counters, "global_store_requests");
    const double shared = valueOf(counters, "shared_load_requests") + valueOf(counters, "shared_store_requests");
    const double other = loads + stores + shared + valueOf(counters, "atomic_requests") + valueOf(counters, "barriers");
    const auto perWarp = static_cast<double>(std::min(threads, kWarpThreads));
    profile.computeInstructions = std::max(0.0, valueOf(counters, "warp_instructions") - other) / warps;
    profile.globalLoads = loads / warps;
    profile.globalStores = stores / warps;
    profile.threadsPerTransaction = threadsPerTransaction(counters, perWarp);
    profile.sharedAccesses = shared / warps;
    profile.sharedPasses = sharedPasses(counters);
    profile.counted = counted;
    profile.barriers = valueOf(counters, "barriers") / warps;
    profile.atomics = valueOf(counters, "atomic_requests") / warps;
    profile.divergentBranches = valueOf(counters, "divergent_branches") / warps;
    profile.serialised = profile.computeInstructions * serialisedShare(counters, perWarp);
    profile.fpOperations =
        valueOf(counters, "fp_operations") / static_cast<double>(profile.blocks * profile.threadsPerBlock);
    profile.counters = counters;
    if (loads + stores > 0)
        profile.bytesPerRequest =
            32 * (valueOf(counters, "global_load_sectors") + valueOf(counters, "global_store_sectors")) /
            (loads + stores);
    profile.countsFrom =
        counted == CountSource::Predicted ? textOf("counts.predicted"_id) : textOf("counts.emulated"_id);
    return profile;
}

ModelInput withoutLaunches(const Plan& plan) {
    ModelInput input;
    input.wholeProgram = plan.timed == Timed::Steps;
    for (const Step& step : plan.steps) std::visit(RestOfPlan{plan, input}, step);
    return input;
}

ModelInput modelInputOf(const Plan& plan, std::span<const Counters> launches, CountSource counted) {
    ModelInput input = withoutLaunches(plan);
    const BufferId result = plan.reference.buffer;
    const ElementType type = result < plan.buffers.size() ? plan.buffers[result].type : ElementType::F32;
    for (const Step& step : plan.steps) {
        const auto* launch = std::get_if<LaunchStep>(&step);
        if (launch == nullptr || input.launches.size() == launches.size()) continue;
        input.launches.push_back(profileOf(launch->launch, launches[input.launches.size()], type, counted));
        input.launches.back().footprint = footprintOf(launch->launch, plan);
    }
    return input;
}

}  // namespace lanescope
