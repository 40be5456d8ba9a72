// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/device_traffic.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "core/simt/decode/program.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {
namespace {

bool meetsAtBarriers(const LaunchSample& sample) {
    return std::ranges::any_of(sample.program->entry().instructions,
                               [](const program::Instruction& one) { return one.opcode == program::Opcode::Bar; });
}

/// Blocks that go through what they read in step. All multiprocessors are alike, so that one block of each does. Those
/// that stand beside each other on one do where nobody waits for others: its warps take turns, and blocks end together.
/// Where warps meet at barriers the block that came first is ahead, and in the end they begin one after the other,
/// evenly spread.
double blocksInStep(const LaunchSample& sample, const LaunchSetting& setting) {
    const double beside = meetsAtBarriers(sample) ? 1 : static_cast<double>(setting.resident);
    return std::min(static_cast<double>(sample.grid.count()), setting.active * beside);
}

/// Of a line that so many multiprocessors read, the parts of L2 that have a copy besides the one where it lies.
double copiesOf(double readers, double parts) { return (parts - 1) * (1 - std::pow(1 - 1 / parts, readers)); }

/// Of the sectors that sampled blocks load, the share whose request asks for nothing else of their kilobyte.
double scatteredShare(const LaunchSample& sample) {
    constexpr std::uint32_t kOfPage = 32;
    double scattered = 0, all = 0;
    std::vector<bool> seen(sample.sectorCount, false);
    for (const Access& access : sample.accesses) {
        if (access.kind != simt::AccessKind::Load || access.space != program::Space::Global) continue;
        const auto first = std::next(sample.sectors.begin(), access.firstSector);
        for (std::uint32_t i = 0; i < access.sectors; ++i) {
            if (seen[first[i]]) continue;
            seen[first[i]] = true;
            const std::uint32_t page = first[i] / kOfPage;
            const bool alone = (i == 0 || first[i - 1] / kOfPage != page) &&
                               (i + 1 == access.sectors || first[i + 1] / kOfPage != page);
            all += 1;
            if (alone) scattered += 1;
        }
    }
    return all > 0 ? scattered / all : 0;
}

/// The share that L2 still has of the time before. Who reads everything in the same order each time finds nothing of
/// what does not fit. Where all blocks run from the beginning to the end, each lane through memory of its own, as much
/// is left as if there were no order (docs/timing.md; not understood): between a time u of one launch and u' of the
/// next all that is read in 1 - u + u' of a launch lies, which is less than a share for half of its square.
double leftFromBefore(const LaunchSample& sample, const LaunchSetting& setting, double kept) {
    constexpr double kMostly = 0.5;
    double distinct = 0;
    for (const BufferRead& buffer : sample.read) distinct += buffer.distinct * Parameters::kSector;
    if (distinct <= kept || setting.blocks > static_cast<double>(setting.resident) || meetsAtBarriers(sample) ||
        scatteredShare(sample) < kMostly)
        return 0;
    const double share = kept / distinct;
    return share * share / 2;
}

}  // namespace

DeviceReads deviceReadsOf(const LaunchSample& sample, const LaunchSetting& setting, const GpuSpec& gpu) {
    const double size = countedQuantity(gpu, "l2_size");
    const double parts = std::max(1.0, countedQuantity(gpu, "l2_partitions"));
    const double groups = static_cast<double>(sample.grid.count()) / blocksInStep(sample, setting);
    DeviceReads reads;
    for (const BufferRead& buffer : sample.read) {
        const double again = buffer.distinct > 0 ? buffer.apart / buffer.distinct : 0;
        const double copies = copiesOf(std::max(1.0, again / groups), parts);
        const bool stays = !(size > 0) || buffer.distinct * Parameters::kSector <= size / (1 + copies);
        if (stays || again <= 1) {
            reads.sectors += buffer.distinct;
            continue;
        }
        // Each group finds what the one before has read gone, and its blocks what others of them read there.
        const double sectors = std::min(again, groups) * buffer.distinct;
        reads.sectors += sectors;
        // Of what is read once only, requests and misses go on alike.
        reads.copied += (sectors - buffer.distinct) * copies;
    }
    reads.sectors *= 1 - leftFromBefore(sample, setting, countedQuantity(gpu, "l2_kept"));
    return reads;
}

/// What waits in L2 to be written when a plan begins is written in its course, and of what is stored last as much may
/// wait when it ends as L2 keeps of all that has passed.
double writtenToDevice(double read, double stored, const LaunchSample& sample, const GpuSpec& gpu) {
    const double size = countedQuantity(gpu, "l2_size");
    // What earlier launches of the plan have left is like what this one leaves.
    if (sample.touchedCount > 0 || read + stored <= size) return stored;
    const double waits = countedQuantity(gpu, "l2_dirty");
    const double kept = size / (1 + copiesOf(1, std::max(1.0, countedQuantity(gpu, "l2_partitions"))));
    return stored + waits - std::min(waits, kept * stored / (read + stored));
}

}  // namespace lanescope::timing
