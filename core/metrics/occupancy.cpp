// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/occupancy.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/gpus/multiprocessor.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kWarpThreads = 32;

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t unit) {
    return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

std::uint64_t warpsOf(const BlockResources& block) {
    return std::max<std::uint64_t>(1, roundedUp(block.threads, kWarpThreads) / kWarpThreads);
}

/// A resource of which a block wants more than there is.
struct TooMuch {
    std::string resource;  ///< empty: all is well
    std::string reason;
};

/// Registers set aside for a block of so many warps, and how many such blocks there is room for.
struct Registers {
    std::uint64_t perBlock = 0;
    std::uint64_t blocks = 0;
    bool possible = true;
};

Registers registersFor(std::uint64_t perThread, std::uint64_t warps, const MultiprocessorRoom& room) {
    Registers taken;
    if (room.registersGivenTo == RegistersGivenTo::Block) {
        taken.perBlock = roundedUp(roundedUp(warps, room.warpUnit) * kWarpThreads * perThread, room.registerUnit);
        taken.possible = taken.perBlock <= room.registersPerBlock;
        taken.blocks = room.registers / taken.perBlock;
        return taken;
    }
    const std::uint64_t perWarp = roundedUp(perThread * kWarpThreads, room.registerUnit);
    taken.perBlock = perWarp * warps;
    // The hardware's check of a launch rounds its warps up to the parts of a multiprocessor.
    taken.possible = perWarp * roundedUp(warps, room.warpUnit) <= room.registersPerBlock;
    taken.blocks = room.registers / room.warpUnit / perWarp * room.warpUnit / warps;
    return taken;
}

/// The most of a block that the GPU can run.
TooMuch tooMuch(const BlockResources& block, const MultiprocessorRoom& room, const GpuSpec& gpu) {
    const auto over = [&gpu](const char* resource, std::string_view id, std::uint64_t most, std::uint64_t wanted) {
        return TooMuch{resource, inWords(Message(id, {{"gpu", gpu.title}, {"most", most}, {"wanted", wanted}}))};
    };
    if (room.threadsPerBlock > 0 && block.threads > room.threadsPerBlock)
        return over("threads", "occupancy.too_many_threads"_id, room.threadsPerBlock, block.threads);
    if (room.sharedPerBlock > 0 && block.sharedBytes > room.sharedPerBlock)
        return over("shared memory", "occupancy.too_much_shared"_id, room.sharedPerBlock, block.sharedBytes);
    if (!block.registersPerThread || *block.registersPerThread == 0) return {};
    if (room.registersPerThread > 0 && *block.registersPerThread > room.registersPerThread)
        return over("registers", "occupancy.too_many_of_thread"_id, room.registersPerThread, *block.registersPerThread);
    if (room.registersPerBlock == 0 || room.registerUnit == 0 || room.warpUnit == 0) return {};
    const Registers registers = registersFor(*block.registersPerThread, warpsOf(block), room);
    if (!registers.possible)
        return {"registers", inWords(Message("occupancy.too_many_of_block"_id, {{"gpu", gpu.title},
                                                                                {"most", room.registersPerBlock},
                                                                                {"threads", block.threads},
                                                                                {"each", *block.registersPerThread},
                                                                                {"wanted", registers.perBlock}}))};
    return {};
}

/// Of a block that can run.
Occupancy occupancyOf(const BlockResources& block, const MultiprocessorRoom& room, const GpuSpec& gpu) {
    Occupancy occupancy;
    const std::uint64_t warps = warpsOf(block);
    const auto limit = [&](const char* resource, std::uint64_t amount, std::uint64_t taken) {
        if (amount == 0)
            occupancy.notes.push_back(
                inWords(Message("occupancy.limit_unknown"_id, {{"resource", resource}, {"gpu", gpu.title}})));
        else if (taken > 0)
            occupancy.limits.push_back({resource, amount / taken});
    };
    limit("threads", room.threads, warps * kWarpThreads);
    limit("warps", room.warps, warps);
    limit("blocks", room.blocks, 1);
    if (!block.registersPerThread) {
        occupancy.notes.emplace_back(textOf("occupancy.no_registers"_id));
    } else if (room.registers == 0 || room.registerUnit == 0 || room.warpUnit == 0) {
        limit("registers", 0, 0);
    } else if (*block.registersPerThread > 0) {
        const Registers registers = registersFor(*block.registersPerThread, warps, room);
        occupancy.registersPerBlock = registers.perBlock;
        occupancy.limits.push_back({"registers", registers.blocks});
    }
    if (room.barriers > 0 && block.barriers > 1) limit("barriers", room.barriers, block.barriers);
    occupancy.sharedBytesPerBlock = roundedUp(block.sharedBytes + room.sharedReserved, room.sharedUnit);
    limit("shared memory", room.shared, occupancy.sharedBytesPerBlock);

    const auto least = std::ranges::min_element(occupancy.limits, {}, &OccupancyLimit::blocks);
    occupancy.blocksPerSm = least->blocks;
    occupancy.limitedBy = least->resource;
    occupancy.warpsPerSm = occupancy.blocksPerSm * warps;
    occupancy.percent = 100.0 * static_cast<double>(occupancy.warpsPerSm) / static_cast<double>(room.warps);
    return occupancy;
}

tl::unexpected<Error> impossible(const std::string& kernel, const std::string& reason) {
    return fail(ErrorCode::InvalidLaunch, {{"kernel", kernel}, {"reason", reason}});
}

}  // namespace

MultiprocessorRoom roomOf(const GpuSpec& gpu) {
    const Multiprocessor* known = findMultiprocessor(gpu.computeCapability);
    const Multiprocessor m = known == nullptr ? Multiprocessor{} : *known;
    const auto value = [&gpu](std::string_view id, std::uint64_t otherwise) {
        const GpuValue* own = gpu.find(id);
        return own == nullptr ? otherwise : static_cast<std::uint64_t>(own->value);
    };
    MultiprocessorRoom room;
    room.threadsPerBlock = value("max_threads_per_block", m.threadsPerBlock);
    room.threads = value("max_threads_per_sm", m.threads);
    room.warps = value("max_warps_per_sm", m.threads / kWarpThreads);
    room.blocks = value("max_blocks_per_sm", m.blocks);
    room.registers = value("registers_per_sm", m.registers);
    room.registersPerBlock = value("registers_per_block", m.registers);
    room.registersPerThread = value("max_registers_per_thread", m.registersPerThread);
    room.registerUnit = value("register_allocation_unit", m.registerUnit);
    room.warpUnit = value("warp_allocation_granularity", m.warpUnit);
    room.shared = value("shared_per_sm", m.shared);
    // A GPU's value is what a block has without asking; more is had for the asking.
    room.sharedPerBlock = std::max<std::uint64_t>(value("shared_per_block", m.sharedPerBlock), m.sharedAsked);
    room.sharedReserved = value("shared_reserved_per_block", m.sharedReserved);
    room.sharedUnit = value("shared_allocation_unit", m.sharedUnit);
    room.barriers = m.barriers;
    room.registersGivenTo = m.registersGivenTo;
    return room;
}

Result<Occupancy> theoreticalOccupancy(const std::string& kernel, const BlockResources& block, const GpuSpec& gpu) {
    const MultiprocessorRoom room = roomOf(gpu);
    if (room.warps == 0)
        return impossible(kernel, inWords(Message("occupancy.warps_unknown"_id, {{"gpu", gpu.title}})));
    if (const TooMuch wanted = tooMuch(block, room, gpu); !wanted.resource.empty())
        return impossible(kernel, wanted.reason);
    return occupancyOf(block, room, gpu);
}

Result<Occupancy> theoreticalOccupancy(const std::string& kernel, std::uint64_t threadsPerBlock,
                                       std::uint64_t sharedBytesPerBlock, const GpuSpec& gpu) {
    return theoreticalOccupancy(kernel, BlockResources{threadsPerBlock, sharedBytesPerBlock}, gpu);
}

std::vector<OccupancyPoint> occupancyCurve(OccupancyAxis axis, const BlockResources& block, const GpuSpec& gpu) {
    const MultiprocessorRoom room = roomOf(gpu);
    constexpr std::uint64_t kSharedStep = 1024;
    std::uint64_t first = 0, step = kSharedStep, last = room.sharedPerBlock;
    if (axis == OccupancyAxis::Threads) first = step = kWarpThreads, last = room.threadsPerBlock;
    if (axis == OccupancyAxis::Registers) first = step = 1, last = room.registersPerThread;
    if (room.warps == 0) return {};
    std::vector<OccupancyPoint> points;
    BlockResources varied = block;
    for (std::uint64_t x = first; last > 0 && x <= last; x += step) {
        if (axis == OccupancyAxis::Threads) varied.threads = x;
        if (axis == OccupancyAxis::Registers) varied.registersPerThread = x;
        if (axis == OccupancyAxis::SharedMemory) varied.sharedBytes = x;
        if (const TooMuch wanted = tooMuch(varied, room, gpu); !wanted.resource.empty()) {
            points.push_back({x, 0, 0, wanted.resource});
            continue;
        }
        const Occupancy occupancy = occupancyOf(varied, room, gpu);
        points.push_back({x, occupancy.blocksPerSm, occupancy.percent, occupancy.limitedBy});
    }
    return points;
}

}  // namespace lanescope
