// SPDX-License-Identifier: GPL-3.0-or-later
// What the addresses of one warp's access cost: sectors of global memory, wavefronts of shared memory.
// A site's lanes mostly keep their distances from one execution to the next; AccessPattern remembers what follows
// from the distances, so that counting costs one comparison.
#pragma once

#include <array>
#include <cstdint>

#include "core/simt/step.h"

namespace lanescope::simt {

inline constexpr unsigned kSectorBytes = 32;

using LaneAddresses = std::array<std::uint64_t, kWarpSize>;

/// Number of distinct 32-byte sectors that the active lanes' [address, address + bytes) touch.
[[nodiscard]] unsigned sectorsOf(const LaneAddresses& address, LaneMask active, unsigned bytes);
/// The same for an atomic operation: lanes with one address are served one after the other, and each time their sector
/// counts again. So it is, in each sector, the most lanes that one address has (found on an H200).
[[nodiscard]] unsigned atomicSectorsOf(const LaneAddresses& address, LaneMask active);
/// Number of distinct bytes that they touch.
[[nodiscard]] unsigned uniqueBytesOf(const LaneAddresses& address, LaneMask active, unsigned bytes);

struct SharedCost {
    unsigned wavefronts = 0;
    unsigned fewest = 0;  ///< with the same lanes and widths but no two words in one bank
};
/// Passes over the 32 banks of four bytes. Up to 4 bytes a lane: the whole warp at once, and a bank takes one pass for
/// each distinct word. 8 bytes: half a warp at a time, 16 bytes: a quarter; but if all lanes have their neighbour's
/// address (lane ^ 1, for 16 bytes also lane ^ 2), twice as many lanes at a time where that saves a pass.
[[nodiscard]] SharedCost sharedCostOf(const LaneAddresses& address, LaneMask active, unsigned bytes);

/// Distances of the lanes' addresses from the first active lane's, with all that follows from them.
struct AccessPattern {
    /// A group is eight neighbouring lanes, its window eight elements in a row.
    static constexpr unsigned kGroup = 8;
    static constexpr unsigned kGroups = kWarpSize / kGroup;
    enum class Shape : std::uint8_t {
        Contiguous,  ///< all 32 lanes, lane i at i × bytes
        Halves,      ///< all 32 lanes, each half either at one address or side by side
        Windowed,    ///< each group's active lanes read in one window
        Scattered
    };
    alignas(64) std::array<std::int64_t, kWarpSize> delta{};    ///< 0 for inactive lanes
    alignas(64) std::array<std::int32_t, kWarpSize> delta32{};  ///< the same; valid for 32-bit addresses
    LaneMask mask = 0;                                          ///< 0 = nothing known yet
    Shape shape = Shape::Scattered;
    bool aligned = false;  ///< all distances are multiples of the access size
    std::uint8_t bytes = 0;
    std::uint16_t uniqueBytes = 0;  ///< 0 = not yet computed
    /// But for Scattered, little more than a permutation is left to do: group g's window starts at window[g], bit
    /// 8g+k of `needed` is set if its element k is read, and lane i reads element[i] of its group's window.
    std::array<std::int64_t, kGroups> window{};
    alignas(64) std::array<std::uint32_t, kWarpSize> element{};
    std::uint32_t needed = 0;
    /// Windowed, all 32 lanes: bit g is set if group g's lanes are all at one address, or side by side; the same for
    /// the two halves of the warp.
    std::uint8_t uniformGroups = 0, contiguousGroups = 0, uniformHalves = 0, contiguousHalves = 0;
    std::int64_t low = 0;     ///< least distance
    std::int64_t high = 0;    ///< greatest distance + bytes
    std::uint32_t view = 0;   ///< GlobalView that was right last time
    std::uintptr_t last = 0;  ///< global: where the first active lane read last time, in the host's memory

    /// Learns the addresses of the active lanes.
    void learn(const LaneAddresses& address, LaneMask active, unsigned accessBytes);
    /// Costs when the first active lane is at `first`. Afterwards uniqueBytes is known too.
    [[nodiscard]] unsigned sectorsAt(std::uint64_t first) {
        const unsigned known = knownSectorsAt(first);
        return known != 0 ? known : computeSectors(first);
    }
    [[nodiscard]] unsigned atomicSectorsAt(std::uint64_t first);
    /// As above if it has been computed before, else 0.
    [[nodiscard]] unsigned knownSectorsAt(std::uint64_t first) const { return m_sectors[first % kSectorBytes]; }
    [[nodiscard]] SharedCost knownSharedCostAt(std::uint64_t first) const { return m_shared[first % 4]; }
    void know(std::uint64_t first, unsigned sectors) {
        m_sectors[first % kSectorBytes] = static_cast<std::uint8_t>(sectors);
    }
    void know(std::uint64_t first, SharedCost cost) { m_shared[first % 4] = cost; }
    /// Finds shape and kinds of groups once distances and windows are known, and forgets all costs.
    void classify();
    /// The same if there are no windows.
    void scatter() {
        shape = Shape::Scattered;
        uniformGroups = contiguousGroups = uniformHalves = contiguousHalves = 0;
        uniqueBytes = 0;
        m_sectors = {};
        m_shared = {};
    }
    [[nodiscard]] SharedCost sharedCostAt(std::uint64_t first) {
        const SharedCost known = knownSharedCostAt(first);
        return known.wavefronts != 0 ? known : computeShared(first);
    }

private:
    unsigned computeSectors(std::uint64_t first);
    SharedCost computeShared(std::uint64_t first);
    [[nodiscard]] LaneAddresses addressesAt(std::uint64_t first) const;
    [[nodiscard]] bool findWindow(unsigned group);

    std::array<std::uint8_t, kSectorBytes> m_sectors{};  ///< by first address mod 32; 0 = not yet computed
    std::array<SharedCost, 4> m_shared{};                ///< by first address mod 4
};

}  // namespace lanescope::simt
