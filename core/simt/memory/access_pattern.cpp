// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/access_pattern.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace lanescope::simt {
namespace {

constexpr unsigned kBanks = 32;
constexpr unsigned kBankBytes = 4;

/// Sorted addresses of the active lanes.
struct Sorted {
    LaneAddresses address;  ///< the first `count`
    unsigned count = 0;

    Sorted(const LaneAddresses& from, LaneMask active) {
        bool ascending = true;  // as most patterns are
        std::uint64_t last = 0;
        for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
            const std::uint64_t next = from[static_cast<unsigned>(std::countr_zero(rest))];
            ascending = ascending && next >= last;
            address[count++] = last = next;
        }
        if (!ascending) std::sort(address.begin(), address.begin() + count);
    }
};

/// Calls `visit(first unit, last unit)` for disjoint ascending ranges of units of `unit` bytes that are touched.
template <typename Visit>
void forEachUnitRange(const LaneAddresses& address, LaneMask active, unsigned bytes, unsigned unit, Visit visit) {
    const Sorted sorted(address, active);
    std::uint64_t next = 0;  // first unit that is not counted yet
    for (unsigned i = 0; i < sorted.count; ++i) {
        const std::uint64_t first = std::max(sorted.address[i] / unit, next);
        const std::uint64_t last = (sorted.address[i] + bytes - 1) / unit;
        if (last < first) continue;
        visit(first, last);
        next = last + 1;
    }
}

/// Distinct words in the fullest bank, if each lane's bytes lie in one word. The words of a bank are a list, through
/// the lanes that came with them.
unsigned wavefrontsOfWords(const LaneAddresses& address, LaneMask lanes) {
    constexpr std::uint8_t kNone = kWarpSize;
    std::array<std::uint8_t, kBanks> newest;
    newest.fill(kNone);
    std::array<std::uint8_t, kWarpSize> before{};
    std::array<std::uint8_t, kBanks> words{};
    std::uint8_t most = 0;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint8_t>(std::countr_zero(rest));
        const std::uint64_t word = address[lane] / kBankBytes;
        const std::size_t bank = word % kBanks;
        std::uint8_t other = newest[bank];
        while (other != kNone && address[other] / kBankBytes != word) other = before[other];
        if (other != kNone) continue;
        before[lane] = newest[bank];
        newest[bank] = lane;
        most = std::max(most, ++words[bank]);
    }
    return most;
}

/// Distinct words in the fullest bank.
unsigned wavefrontsOfGroup(const LaneAddresses& address, LaneMask lanes, unsigned bytes) {
    std::uint64_t beyond = 0;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
        beyond = std::max(beyond, address[static_cast<unsigned>(std::countr_zero(rest))] % kBankBytes + bytes);
    if (beyond <= kBankBytes) return wavefrontsOfWords(address, lanes);
    std::array<std::uint8_t, kBanks> words{};  // 32 lanes with 16 bytes each are 128 words at most
    std::uint8_t most = 0;
    forEachUnitRange(address, lanes, bytes, kBankBytes, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t word = first; word <= last; ++word) most = std::max(most, ++words[word % kBanks]);
    });
    return most;
}

/// Does every active lane whose neighbour (lane ^ distance) is active too have that neighbour's address?
bool neighboursAgree(const LaneAddresses& address, LaneMask active, unsigned distance) {
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned neighbour = lane ^ distance;
        if ((active >> neighbour & 1U) != 0 && address[lane] != address[neighbour]) return false;
    }
    return true;
}

/// Passes when `size` lanes at a time are served together.
SharedCost costInGroups(const LaneAddresses& address, LaneMask active, unsigned bytes, unsigned size) {
    SharedCost cost;
    for (unsigned first = 0; first < kWarpSize; first += size) {
        const LaneMask group = size == kWarpSize ? active : active & (((1U << size) - 1) << first);
        if (group == 0) continue;
        cost.wavefronts += wavefrontsOfGroup(address, group, bytes);
        ++cost.fewest;
    }
    return cost;
}

}  // namespace

unsigned sectorsOf(const LaneAddresses& address, LaneMask active, unsigned bytes) {
    unsigned sectors = 0;
    forEachUnitRange(address, active, bytes, kSectorBytes, [&](std::uint64_t first, std::uint64_t last) {
        sectors += static_cast<unsigned>(last - first + 1);
    });
    return sectors;
}

unsigned atomicSectorsOf(const LaneAddresses& address, LaneMask active) {
    const Sorted sorted(address, active);
    unsigned sectors = 0;
    unsigned most = 0;   // lanes at one address of the sector
    unsigned lanes = 0;  // at this address
    for (unsigned i = 0; i < sorted.count; ++i) {
        lanes = i > 0 && sorted.address[i] == sorted.address[i - 1] ? lanes + 1 : 1;
        most = std::max(most, lanes);
        const bool last =
            i + 1 == sorted.count || sorted.address[i + 1] / kSectorBytes != sorted.address[i] / kSectorBytes;
        if (!last) continue;
        sectors += most;
        most = 0;
    }
    return sectors;
}

unsigned uniqueBytesOf(const LaneAddresses& address, LaneMask active, unsigned bytes) {
    unsigned unique = 0;
    forEachUnitRange(address, active, bytes, 1, [&](std::uint64_t first, std::uint64_t last) {
        unique += static_cast<unsigned>(last - first + 1);
    });
    return unique;
}

SharedCost sharedCostOf(const LaneAddresses& address, LaneMask active, unsigned bytes) {
    if (bytes <= 4) return costInGroups(address, active, bytes, kWarpSize);
    const unsigned size = bytes == 8 ? kWarpSize / 2 : kWarpSize / 4;
    const SharedCost apart = costInGroups(address, active, bytes, size);
    if (!neighboursAgree(address, active, 1) && (bytes == 8 || !neighboursAgree(address, active, 2))) return apart;
    // Two groups are served as one only where that saves a pass.
    const SharedCost paired = costInGroups(address, active, bytes, 2 * size);
    return paired.wavefronts < apart.wavefronts ? paired : apart;
}

void AccessPattern::learn(const LaneAddresses& address, LaneMask active, unsigned accessBytes) {
    const std::uint64_t first = address[static_cast<unsigned>(std::countr_zero(active))];
    mask = active;
    bytes = static_cast<std::uint8_t>(accessBytes);
    low = std::numeric_limits<std::int64_t>::max();
    high = std::numeric_limits<std::int64_t>::min();
    aligned = true;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        const bool on = (active >> lane & 1U) != 0;
        const std::int64_t distance = on ? static_cast<std::int64_t>(address[lane] - first) : 0;
        delta[lane] = distance;
        delta32[lane] = static_cast<std::int32_t>(distance);
        if (!on) continue;
        low = std::min(low, distance);
        high = std::max(high, distance);
        aligned = aligned && distance % static_cast<std::int64_t>(accessBytes) == 0;
    }
    high = static_cast<std::int64_t>(static_cast<std::uint64_t>(high) + accessBytes);
    bool windowed = aligned;
    needed = 0;
    element.fill(0);
    for (unsigned group = 0; group < kGroups && windowed; ++group) windowed = findWindow(group);
    windowed ? classify() : scatter();
}

void AccessPattern::classify() {
    scatter();
    shape = Shape::Windowed;
    if (mask != ~LaneMask{0}) return;
    for (unsigned g = 0; g < kGroups; ++g) {
        bool contiguous = true;
        for (unsigned i = 0; i < kGroup; ++i) contiguous = contiguous && element[g * kGroup + i] == i;
        if (contiguous) contiguousGroups |= static_cast<std::uint8_t>(1U << g);
        if ((needed >> (g * kGroup) & 0xffU) == 1) uniformGroups |= static_cast<std::uint8_t>(1U << g);
    }
    const std::int64_t groupBytes = std::int64_t{kGroup} * bytes;
    for (unsigned half = 0; half < 2; ++half) {
        const unsigned both = 3U << (2 * half);
        const std::int64_t apart = window[2 * half + 1] - window[2 * half];
        if ((uniformGroups & both) == both && apart == 0) uniformHalves |= static_cast<std::uint8_t>(1U << half);
        if ((contiguousGroups & both) == both && apart == groupBytes)
            contiguousHalves |= static_cast<std::uint8_t>(1U << half);
    }
    if ((uniformHalves | contiguousHalves) == 3) shape = Shape::Halves;
    if (contiguousHalves == 3 && window[2] == 2 * groupBytes) shape = Shape::Contiguous;
}

/// False if the group's lanes are too far apart. All distances are multiples of `bytes`.
bool AccessPattern::findWindow(unsigned group) {
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    const LaneMask lanes = mask & (0xffU << (group * kGroup));
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const std::int64_t distance = delta[static_cast<unsigned>(std::countr_zero(rest))];
        lowest = std::min(lowest, distance);
        highest = std::max(highest, distance);
    }
    if (lanes == 0) lowest = highest = 0;
    // As unsigned words, because the distances may be as far apart as words can be.
    if (static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest) >= std::uint64_t{kGroup} * bytes)
        return false;
    window[group] = lowest;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        element[lane] = static_cast<std::uint32_t>((delta[lane] - lowest) / bytes);
        needed |= 1U << (group * kGroup + element[lane]);
    }
    return true;
}

LaneAddresses AccessPattern::addressesAt(std::uint64_t first) const {
    LaneAddresses address;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) address[lane] = first + static_cast<std::uint64_t>(delta[lane]);
    return address;
}

unsigned AccessPattern::computeSectors(std::uint64_t first) {
    const unsigned sectors = sectorsOf(addressesAt(first), mask, bytes);
    if (uniqueBytes == 0) uniqueBytes = static_cast<std::uint16_t>(uniqueBytesOf(addressesAt(first), mask, bytes));
    know(first, sectors);
    return sectors;
}

unsigned AccessPattern::atomicSectorsAt(std::uint64_t first) {
    const unsigned sectors = sectorsAt(first);  // uniqueBytes is known then
    const bool apart = uniqueBytes == static_cast<unsigned>(std::popcount(mask)) * bytes;
    return apart ? sectors : atomicSectorsOf(addressesAt(first), mask);
}

SharedCost AccessPattern::computeShared(std::uint64_t first) {
    return m_shared[first % 4] = sharedCostOf(addressesAt(first), mask, bytes);
}

}  // namespace lanescope::simt
