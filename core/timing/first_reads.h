// SPDX-License-Identifier: GPL-3.0-or-later
// What blocks that begin together read for the first time, and whether others of them had read it long before: where
// each thread reads a place of its own and then all places in turn, L2 has them all by the time that they are asked
// for. Private to this room.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace lanescope::timing {

class FirstReads {
public:
    void beginBlock() { ++m_block; }
    /// A warp of the block reads the sector after so many steps of its own.
    void read(std::uint32_t sector, double steps);
    /// Of the sectors that a block reads, the share that another one has read in the first half of the time until then.
    /// `scale`: all blocks that begin together, over those that were looked at.
    [[nodiscard]] double foundShare(double scale) const;

private:
    struct Sector {
        std::uint64_t last = 0;  ///< block that read it
        double blocks = 0;
        double steps = 0;  ///< until they first did, summed
        double earliest = 0;
    };
    std::unordered_map<std::uint32_t, Sector> m_sectors;
    std::uint64_t m_block = 0;
};

}  // namespace lanescope::timing
