// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/block/block_scene.h"

#include <algorithm>

#include "core/base/words.h"

namespace lanescope::block {
namespace {

constexpr std::uint64_t kWarpThreads = 32;

/// Of the resource's limit; nothing if it is not known.
std::optional<std::uint64_t> limitOf(const Occupancy& occupancy, std::string_view resource) {
    for (const OccupancyLimit& limit : occupancy.limits)
        if (limit.resource == resource) return limit.blocks;
    return std::nullopt;
}

QString noteOf(const Occupancy& occupancy, std::string_view word) {
    for (const std::string& note : occupancy.notes)
        if (note.find(word) != std::string::npos) return QString::fromStdString(note);
    return {};
}

/// What is left once `blocks` are there.
void fill(Vessel& vessel, std::uint64_t blocks) {
    if (!vessel.known || vessel.portion == 0) return;
    vessel.left = vessel.capacity - std::min(vessel.capacity, vessel.used(blocks));
    const std::uint64_t portions = vessel.capacity / vessel.parts / vessel.portion * vessel.parts;
    const std::uint64_t used = vessel.used(blocks) / vessel.portion;
    vessel.usable = portions > used ? (portions - used) * vessel.portion : 0;
    vessel.limits = vessel.enoughFor == blocks;
}

Vessel warpsOf(const MultiprocessorRoom& room, const Occupancy& occupancy, std::uint64_t warps) {
    Vessel vessel{.resource = Resource::Warps};
    vessel.capacity = room.warps;
    vessel.parts = static_cast<unsigned>(std::max<std::uint64_t>(1, room.warpUnit));
    if (room.threads > 0) vessel.capacity = std::min(vessel.capacity, room.threads / kWarpThreads);
    vessel.perBlock = vessel.wanted = warps;
    vessel.portion = 1;
    vessel.known = vessel.capacity > 0;
    vessel.enoughFor =
        std::min(limitOf(occupancy, "warps").value_or(~0ULL), limitOf(occupancy, "threads").value_or(~0ULL));
    fill(vessel, occupancy.blocksPerSm);
    vessel.usable = vessel.left;  // any slot will do, of whichever part
    return vessel;
}

Vessel registersOf(const MultiprocessorRoom& room, const Occupancy& occupancy, const BlockInput& input,
                   std::uint64_t warps) {
    Vessel vessel{.resource = Resource::Registers};
    const auto limit = limitOf(occupancy, "registers");
    vessel.capacity = room.registers;
    vessel.unknown = noteOf(occupancy, "egister");
    if (!limit || !input.launch.block.registersPerThread) return vessel;
    vessel.known = true;
    vessel.enoughFor = *limit;
    vessel.perBlock = occupancy.registersPerBlock;
    vessel.wanted = *input.launch.block.registersPerThread * input.launch.block.threads;
    const bool byWarp = room.registersGivenTo == RegistersGivenTo::Warp;
    vessel.parts = byWarp ? static_cast<unsigned>(std::max<std::uint64_t>(1, room.warpUnit)) : 1;
    vessel.portion = byWarp ? vessel.perBlock / warps : vessel.perBlock;
    fill(vessel, occupancy.blocksPerSm);
    return vessel;
}

Vessel simple(Resource resource, std::uint64_t capacity, std::uint64_t perBlock, std::uint64_t wanted,
              std::optional<std::uint64_t> limit, std::uint64_t blocks) {
    Vessel vessel{.resource = resource};
    vessel.capacity = capacity;
    vessel.perBlock = vessel.portion = perBlock;
    vessel.wanted = wanted;
    vessel.known = capacity > 0 && (limit || perBlock == 0);
    vessel.enoughFor = limit.value_or(~0ULL);
    fill(vessel, blocks);
    return vessel;
}

Curve curveOf(OccupancyAxis axis, const BlockInput& input) {
    Curve curve{.axis = axis, .points = occupancyCurve(axis, input.launch.block, input.gpu), .here = {}, .choices = {}};
    switch (axis) {
        case OccupancyAxis::Threads: curve.here = input.launch.block.threads; break;
        case OccupancyAxis::Registers: curve.here = input.launch.block.registersPerThread; break;
        case OccupancyAxis::SharedMemory: curve.here = input.launch.block.sharedBytes; break;
    }
    if (axis != OccupancyAxis::Threads) return curve;
    for (std::size_t i = 0; i < input.others.size(); ++i)
        if (const auto other = theoreticalOccupancy(input.launch.kernel, input.others[i].block, input.gpu))
            curve.choices.push_back({input.others[i].block.threads, other->percent, other->blocksPerSm, i});
    return curve;
}

}  // namespace

BlockScene blockScene(const BlockInput& input) {
    BlockScene scene;
    scene.input = input;
    const MultiprocessorRoom room = roomOf(input.gpu);
    const BlockResources& block = input.launch.block;
    scene.warpsPerBlock = std::max<std::uint64_t>(1, (block.threads + kWarpThreads - 1) / kWarpThreads);
    scene.warps = room.warps;
    for (const OccupancyAxis axis : {OccupancyAxis::Threads, OccupancyAxis::Registers, OccupancyAxis::SharedMemory})
        scene.curves.push_back(curveOf(axis, input));
    const Result<Occupancy> occupancy = theoreticalOccupancy(input.launch.kernel, block, input.gpu);
    if (!occupancy) {
        scene.impossible = QString::fromStdString(describe(occupancy.error()));
        return scene;
    }
    scene.occupancy = *occupancy;
    const std::uint64_t fit = occupancy->blocksPerSm;
    scene.vessels.push_back(warpsOf(room, *occupancy, scene.warpsPerBlock));
    scene.vessels.push_back(registersOf(room, *occupancy, input, scene.warpsPerBlock));
    scene.vessels.push_back(simple(Resource::Shared, room.shared, occupancy->sharedBytesPerBlock, block.sharedBytes,
                                   limitOf(*occupancy, "shared memory"), fit));
    scene.vessels.push_back(simple(Resource::Blocks, room.blocks, 1, 1, limitOf(*occupancy, "blocks"), fit));
    if (limitOf(*occupancy, "barriers"))
        scene.vessels.push_back(simple(Resource::Barriers, room.barriers, block.barriers, block.barriers,
                                       limitOf(*occupancy, "barriers"), fit));
    if (const GpuValue* multiprocessors = input.gpu.find("sm_count"))
        scene.roomForBlocks = static_cast<std::uint64_t>(multiprocessors->value) * fit;
    return scene;
}

}  // namespace lanescope::block
