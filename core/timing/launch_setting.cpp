// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/launch_setting.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/gpus/multiprocessor.h"
#include "core/metrics/occupancy.h"
#include "core/sass/listing.h"
#include "core/simt/decode/program.h"
#include "core/timing/device_traffic.h"
#include "core/timing/sampled_sectors.h"

namespace lanescope::timing {
namespace {

/// The driver gives shared memory the smallest of its sizes that holds the resident blocks.
double leftForL1(const GpuSpec& gpu, const Parameters& parameters, double sharedBytes) {
    constexpr double kKilo = 1024;
    constexpr double kSmallest = 8 * kKilo;
    const Multiprocessor* const known = findMultiprocessor(gpu.computeCapability);
    double given = sharedBytes;
    if (known != nullptr) {
        const auto holds = [&](std::uint32_t size) { return size * kKilo >= sharedBytes; };
        const auto size = std::ranges::find_if(known->sharedSizes, holds);
        given = size == known->sharedSizes.end() ? known->shared : *size * kKilo;
    }
    return std::max(kSmallest, parameters.l1Bytes - given - parameters.l1Reserved);
}

/// Distinct sectors that the sampled blocks read, or write.
double distinctOf(const LaunchSample& sample, simt::AccessKind kind) {
    return static_cast<double>(std::ranges::count(sampledSectors(sample, kind), true));
}

double sampledSteps(const LaunchSample& sample) {
    double steps = 0;
    for (const SampledBlock& block : sample.blocks)
        for (const SampledWarp& warp : block.warps) steps += static_cast<double>(warp.events.size());
    return steps;
}

}  // namespace

Result<LaunchSetting> settingOf(const LaunchSample& sample, std::optional<std::uint64_t> registers, const GpuSpec& gpu,
                                const Parameters& parameters) {
    LaunchSetting setting;
    setting.registersPerThread =
        registers.value_or(sample.listing ? sample.listing->resources.registers : kUsualRegisters);
    const BlockResources block{sample.block.count(), sample.sharedBytes, setting.registersPerThread};
    const Result<Occupancy> occupancy = theoreticalOccupancy(sample.program->kernel().entry, block, gpu);
    if (!occupancy) return fail(occupancy.error());
    const auto blocks = static_cast<double>(sample.grid.count());
    setting.active = std::min(parameters.multiprocessors, blocks);
    setting.blocks = std::ceil(blocks / parameters.multiprocessors);
    setting.resident =
        std::clamp<std::uint64_t>(occupancy->blocksPerSm, 1, static_cast<std::uint64_t>(std::max(1.0, setting.blocks)));
    const double shared = static_cast<double>(occupancy->sharedBytesPerBlock * setting.resident);
    setting.l1Bytes = leftForL1(gpu, parameters, sample.sharedBytes == 0 ? 0 : shared);

    const double steps = std::max(1.0, sampledSteps(sample));
    const auto sampled = static_cast<double>(std::max<std::size_t>(1, sample.blocks.size()));
    const bool whole = sampled >= setting.blocks &&
                       std::ranges::none_of(sample.blocks, [](const SampledBlock& one) { return one.cut; });
    const double mean = sample.stepsPerBlock <= 0 ? 1 : sample.stepsPerBlock / (steps / sampled);
    // On small grids the multiprocessor with the most to do was sampled; its blocks count as they are.
    constexpr double kAlike = 0.02;
    const bool asItIs = whole && (sample.isFullest || mean <= 1 + kAlike);
    setting.work = asItIs ? 1 : mean;
    setting.sampledShare = whole ? 1 : std::min(1.0, sampled / (setting.blocks * setting.work));

    setting.sharing.active = setting.active;
    setting.sharing.atomics = sample.atomicsShared;
    // What was touched last is there.
    const double kept = keptOfReadOnce(gpu) / Parameters::kSector;
    setting.warm = WarmShares::of(sample, kept);
    const double read = distinctOf(sample, simt::AccessKind::Load);
    const double here = read / setting.sampledShare;
    setting.sharing.newToGpu = here > 0 ? std::clamp(sample.distinctRead / (here * setting.active), 0.0, 1.0) : 1;
    setting.sharing.firstRoundShare =
        sampled > static_cast<double>(setting.resident) ? 1 : std::max(setting.sampledShare, setting.sharing.newToGpu);
    setting.written = distinctOf(sample, simt::AccessKind::Store) / setting.sampledShare * setting.active;
    // Where earlier launches have stored, theirs is written meanwhile.
    if (setting.written > 0 && sample.touchedCount == 0)
        setting.sharing.writtenBack =
            1 - std::min(parameters.lateWrites, parameters.writeRoom / (setting.written * Parameters::kSector));
    const double stored = distinctOf(sample, simt::AccessKind::Store);
    const double readFirst = read * setting.sharing.newToGpu;
    if (sample.touchedCount == 0 && readFirst > 0 && stored > 0) {
        setting.sharing.besideReads = std::min(1.0, stored / readFirst);
        setting.sharing.storedBeside = std::min(1.0, readFirst / stored);
    }
    // What others have read by then is what is read last.
    setting.sharing.firstReads = read * (1 - sample.foundInL2);
    return setting;
}

}  // namespace lanescope::timing
