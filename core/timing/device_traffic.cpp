// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/device_traffic.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "core/simt/decode/program.h"
#include "core/timing/parameters.h"
#include "core/timing/sampled_sectors.h"

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

/// Of the sectors that sampled blocks load, the share that is in L2 since earlier launches of the plan.
double warmShareOfReads(const LaunchSample& sample, const LaunchSetting& setting) {
    if (sample.touchedBefore.empty()) return 0;
    const std::vector<bool> read = sampledSectors(sample, simt::AccessKind::Load);
    double warm = 0, all = 0;
    for (std::size_t sector = 0; sector < read.size(); ++sector) {
        if (!read[sector]) continue;
        all += 1;
        const auto number = static_cast<std::uint32_t>(sector);
        if (!std::ranges::binary_search(sample.partlyBefore, number)) warm += setting.warm.at(sample, number);
    }
    return all > 0 ? warm / all : 0;
}

/// Of so much that is stored, what waits to be written where no more than `room` does. What is full is so here sooner
/// and there later: the sharper, the nearer to the lesser of both; 0: that.
double waiting(double stored, double room, double sharpness) {
    if (!(sharpness > 0)) return std::min(stored, room);
    return room > 0 ? stored / std::pow(1 + std::pow(stored / room, sharpness), 1 / sharpness) : 0;
}

}  // namespace

DeviceReads deviceReadsOf(const LaunchSample& sample, const LaunchSetting& setting, const GpuSpec& gpu) {
    const double size = countedQuantity(gpu, "l2_size");
    const double parts = std::max(1.0, countedQuantity(gpu, "l2_partitions"));
    const double groups = static_cast<double>(sample.grid.count()) / blocksInStep(sample, setting);
    DeviceReads reads;
    double distinct = 0;
    for (const BufferRead& buffer : sample.read) {
        distinct += buffer.distinct;
        const double again = buffer.distinct > 0 ? buffer.apart / buffer.distinct : 0;
        const double copies = copiesOf(std::max(1.0, again / groups), parts);
        const bool stays = !(size > 0) || buffer.distinct * Parameters::kSector <= size / (1 + copies);
        // Each group finds what the one before has read gone, and its blocks what others of them read there.
        const double times = stays || again <= 1 ? 1 : std::min(again, groups);
        reads.sectors += times * buffer.distinct;
        // What one multiprocessor reads asks for copies and misses them alike.
        if (again > 1) reads.copied += times * buffer.distinct * (stays ? copiesOf(again, parts) : copies);
    }
    reads.sectors -= distinct * warmShareOfReads(sample, setting);
    return reads;
}

/// Of what launches of a plan store last, as much waits when they end as L2 keeps of all that has passed, and no more
/// than it lets wait. What waits and is stored again waits on.
double writtenToDevice(double read, double stored, const LaunchSample& sample, const GpuSpec& gpu) {
    if (!(stored > 0)) return 0;
    const double room = std::min(countedQuantity(gpu, "l2_dirty"), keptOfReadOnce(gpu) * stored / (read + stored));
    const double sharpness = countedQuantity(gpu, "l2_dirty_sharpness");
    const double before = sample.storedBefore, after = before + stored * sample.storedNew;
    return std::max(0.0, after - before - waiting(after, room, sharpness) + waiting(before, room, sharpness));
}

double keptOfReadOnce(const GpuSpec& gpu) {
    const double kept = countedQuantity(gpu, "l2_kept_once");
    return kept > 0 ? kept : countedQuantity(gpu, "l2_kept");
}

}  // namespace lanescope::timing
