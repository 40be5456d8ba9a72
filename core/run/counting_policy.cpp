// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/counting_policy.h"

#include <algorithm>

#include "core/gpus/gpu_spec.h"
#include "core/run/emulation.h"

namespace lanescope {
namespace {

// Inner-product steps; the emulator does some 10^8 of them in a second.
constexpr std::uint64_t kWholeRun = 1ULL << 27;
constexpr std::uint64_t kSampledRun = 1ULL << 24;
constexpr std::uint64_t kWholeInBackground = 1ULL << 30;
constexpr std::uint64_t kLongestRun = 1ULL << 29;
constexpr std::uint64_t kWholeCounted = 1ULL << 22;
constexpr std::uint64_t kCountedRun = 1ULL << 23;

/// Rough work of one block and the number of blocks, of the largest launch.
struct Work {
    std::uint64_t blocks = 0;
    std::uint64_t perBlock = 0;
    [[nodiscard]] std::uint64_t total() const { return blocks * perBlock; }
};

Work workOf(const Plan& plan) {
    Work largest;
    for (const Step& step : plan.steps) {
        const auto* launch = std::get_if<LaunchStep>(&step);
        if (!launch || plan.buffers.empty()) continue;
        const Buffer& input = plan.buffers.front();
        const std::uint64_t outputs = plan.buffers.back().elements();
        const std::uint64_t blocks = std::max<std::uint64_t>(1, launch->launch.grid.count());
        // All outputs of a product are shared out among the blocks, each an inner product of a row of A. Of vectors
        // each element is looked at once.
        const bool vectors = input.rows == 1 || input.columns == 1;
        const std::uint64_t elements = vectors ? std::max(outputs, input.elements()) : outputs;
        const Work work{blocks, std::max<std::uint64_t>(1, elements / blocks) * (vectors ? 1 : input.columns)};
        if (work.total() > largest.total()) largest = work;
    }
    return largest;
}

bool hasLongCalls(const Plan& plan) {
    return std::ranges::any_of(plan.steps, [&plan](const Step& step) { return isLongCall(step, plan); });
}

}  // namespace

EmulationOptions watchingOptions(const Plan& plan) {
    EmulationOptions options;
    const Work work = workOf(plan);
    if (work.total() > kWholeRun && work.blocks > kFewestBlocks)
        options.maxBlocks = std::max(kFewestBlocks, kSampledRun / work.perBlock);
    else if (hasLongCalls(plan))
        options.maxBlocks = kBlocksOfAPoint;
    return options;
}

EmulationOptions firstLookOptions(const Plan& plan) {
    EmulationOptions options = watchingOptions(plan);
    const Work work = workOf(plan);
    const std::uint64_t all = options.maxBlocks > 0 ? options.maxBlocks : work.blocks;
    const std::uint64_t blocks = std::max(kFewestBlocks, kSampledRun / std::max<std::uint64_t>(1, work.perBlock));
    if (work.total() > kSampledRun && blocks < all) options.maxBlocks = blocks;
    return options;
}

bool isCountedWhole(const Plan& plan) { return workOf(plan).total() <= kWholeInBackground && !hasLongCalls(plan); }

bool isQuick(const Plan& plan) {
    const Work work = workOf(plan);
    const EmulationOptions options = watchingOptions(plan);
    return work.perBlock * (options.maxBlocks > 0 ? options.maxBlocks : work.blocks) <= kLongestRun;
}

EmulationOptions pointOptions(const Plan& plan) {
    EmulationOptions options = watchingOptions(plan);
    const Work work = workOf(plan);
    // Counts of a few blocks of each kind are enough, and of large ones fewer.
    const std::uint64_t blocks =
        std::clamp(kCountedRun / std::max<std::uint64_t>(1, work.perBlock), kFewestBlocks, kBlocksOfAPoint);
    if (work.blocks > blocks && work.total() > kWholeCounted) options.maxBlocks = blocks;
    options.countsOnly = true;
    return options;
}

void addSample(EmulationOptions& options, const Plan& plan, const GpuSpec& gpu) {
    options.sample = timing::SampleOptions::forLaunches(plan.launches().size());
    if (const GpuValue* all = gpu.find("sm_count"))
        options.sample->multiprocessors = static_cast<std::uint32_t>(all->value);
}

EmulationOptions optionsForModels(const Plan& plan, const GpuSpec& gpu, std::uint64_t blocks) {
    EmulationOptions options;
    options.maxBlocks = blocks;
    options.countsOnly = true;
    addSample(options, plan, gpu);
    return options;
}

}  // namespace lanescope
