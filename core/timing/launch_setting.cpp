// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/launch_setting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/metrics/occupancy.h"
#include "core/simt/decode/program.h"

namespace lanescope::timing {
namespace {

constexpr double kKilo = 1024;
/// What the driver may give to shared memory, in KiB (CUDA C++ Programming Guide 13.0, compute capability 9.0); the
/// smallest that holds the resident blocks is taken.
constexpr std::array kCarveOuts{0.0, 8.0, 16.0, 32.0, 64.0, 100.0, 132.0, 164.0, 196.0, 228.0};
/// Of L1's lines, what it needs for itself.
constexpr double kOwnBytes = 4 * kKilo;

double leftForL1(double all, double sharedBytes) {
    for (const double carveOut : kCarveOuts)
        if (carveOut * kKilo >= sharedBytes) return std::max(8 * kKilo, all - carveOut * kKilo - kOwnBytes);
    return 8 * kKilo;
}

/// Distinct sectors that the sampled blocks read.
double distinctRead(const LaunchSample& sample) {
    std::vector<bool> seen(sample.sectorCount, false);
    double distinct = 0;
    for (const Access& access : sample.accesses) {
        if (access.kind != simt::AccessKind::Load) continue;
        for (std::uint32_t i = 0; i < access.sectors; ++i) {
            const std::uint32_t sector = sample.sectors[access.firstSector + i];
            if (seen[sector]) continue;
            seen[sector] = true;
            distinct += 1;
        }
    }
    return distinct;
}

double sampledSteps(const LaunchSample& sample) {
    double steps = 0;
    for (const SampledBlock& block : sample.blocks)
        for (const SampledWarp& warp : block.warps) steps += static_cast<double>(warp.events.size());
    return steps;
}

}  // namespace

Result<LaunchSetting> settingOf(const LaunchSample& sample, std::optional<std::uint64_t> registers, const GpuSpec& gpu,
                                double multiprocessors, double l1Bytes) {
    LaunchSetting setting;
    setting.registersPerThread = registers.value_or(kUsualRegisters);
    const BlockResources block{sample.block.count(), sample.sharedBytes, setting.registersPerThread};
    const Result<Occupancy> occupancy = theoreticalOccupancy(sample.program->kernel().entry, block, gpu);
    if (!occupancy) return fail(occupancy.error());
    const auto blocks = static_cast<double>(sample.grid.count());
    setting.active = std::min(multiprocessors, blocks);
    setting.blocks = std::ceil(blocks / multiprocessors);
    setting.resident =
        std::clamp<std::uint64_t>(occupancy->blocksPerSm, 1, static_cast<std::uint64_t>(std::max(1.0, setting.blocks)));
    const double shared = static_cast<double>(occupancy->sharedBytesPerBlock * setting.resident);
    setting.l1Bytes = leftForL1(l1Bytes, sample.sharedBytes == 0 ? 0 : shared);

    const double steps = std::max(1.0, sampledSteps(sample));
    const auto sampled = static_cast<double>(std::max<std::size_t>(1, sample.blocks.size()));
    // On small grids the multiprocessor with the most to do was sampled; its blocks count as they are.
    const bool whole = sampled >= setting.blocks &&
                       std::ranges::none_of(sample.blocks, [](const SampledBlock& one) { return one.cut; });
    setting.work = whole || sample.stepsPerBlock <= 0 ? 1 : sample.stepsPerBlock / (steps / sampled);
    setting.sampledShare = whole ? 1 : std::min(1.0, sampled / (setting.blocks * setting.work));

    setting.sharing.active = setting.active;
    const double here = distinctRead(sample) / setting.sampledShare;
    setting.sharing.newToGpu = here > 0 ? std::clamp(sample.distinctRead / (here * setting.active), 0.0, 1.0) : 1;
    setting.sharing.firstRoundShare =
        sampled > static_cast<double>(setting.resident) ? 1 : std::max(setting.sampledShare, setting.sharing.newToGpu);
    return setting;
}

}  // namespace lanescope::timing
