// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/place.h"

#include <cstring>
#include <span>

namespace lanescope::flow {
namespace {

std::optional<std::uint64_t> bitsIn(std::span<const std::byte> memory, std::uint64_t offset, unsigned bytes) {
    if (offset > memory.size() || bytes > memory.size() - offset) return std::nullopt;
    std::uint64_t bits = 0;
    std::memcpy(&bits, memory.data() + offset, bytes);
    return bits;
}

/// The last array that begins at or before the address: one of no declared size ends where the block's memory does.
std::uint32_t sharedArray(const program::Entry& entry, std::uint64_t address) {
    std::uint32_t found = Place::kNoArray;
    for (std::uint32_t i = 0; i < entry.shared.size(); ++i) {
        const program::SharedVariable& variable = entry.shared[i];
        if (address < variable.offset) continue;
        if (variable.size == 0 || address - variable.offset < variable.size) found = i;
    }
    return found;
}

}  // namespace

Place registerPlace(std::uint32_t warp, unsigned lane, program::RegisterId reg) {
    Place place;
    place.kind = Place::Kind::Register;
    place.warp = warp;
    place.lane = static_cast<std::uint8_t>(lane);
    place.reg = reg;
    return place;
}

Place memoryPlace(const BlockTrace& trace, program::Space space, std::uint32_t warp, unsigned lane,
                  std::uint64_t address) {
    Place place;
    place.address = address;
    switch (space) {
        case program::Space::Shared:
            place.kind = Place::Kind::Shared;
            place.array = sharedArray(trace.entry(), address);
            break;
        case program::Space::Local:
            place.kind = Place::Kind::Local;
            place.warp = warp;
            place.lane = static_cast<std::uint8_t>(lane);
            break;
        case program::Space::Global:
        case program::Space::Const:
            place.kind = Place::Kind::Global;
            if (const auto buffer = trace.memoryBefore().find(address, 1))
                place.array = static_cast<std::uint32_t>(*buffer);
            break;
        default: place = {}; break;
    }
    return place;
}

std::optional<std::uint64_t> bitsAt(const Place& place, unsigned bytes, const Timeline& timeline) {
    const std::uint64_t mask = bytes >= 8 ? ~0ULL : (1ULL << (8 * bytes)) - 1;
    switch (place.kind) {
        case Place::Kind::Register: {
            const simt::BlockState& state = timeline.state();
            const std::size_t ofWarp = state.registers.size() / state.warps.size();
            const std::size_t at = place.warp * ofWarp + std::size_t{place.reg} * simt::kWarpSize + place.lane;
            if (at >= state.registers.size()) return std::nullopt;
            return state.registers[at] & mask;
        }
        case Place::Kind::Shared: return bitsIn(timeline.state().shared, place.address, bytes);
        case Place::Kind::Global: {
            const auto buffer = timeline.memory().find(place.address, bytes);
            if (!buffer) return std::nullopt;
            const simt::DeviceMemory::Allocation& allocation = timeline.memory().allocation(*buffer);
            return bitsIn(allocation.data, place.address - allocation.base, bytes);
        }
        default: return std::nullopt;
    }
}

}  // namespace lanescope::flow
