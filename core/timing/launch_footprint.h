// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch touches, as blocks tell that are run by themselves: all of a small grid, else some neighbours. Private
// to this room.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/plan/plan.h"
#include "core/simt/memory/device_memory.h"
#include "core/simt/step.h"
#include "core/timing/access_shape.h"
#include "core/timing/atomic_share.h"
#include "core/timing/filled_bytes.h"
#include "core/timing/first_reads.h"
#include "core/timing/read_footprint.h"
#include "core/timing/shared_writes.h"

namespace lanescope::simt {
class Program;
}

namespace lanescope::timing {

class LaunchFootprint {
public:
    /// Of grids of no more blocks all are run.
    static constexpr std::uint64_t kAllOfGrid = 264;

    /// How much the blocks that were run did, in warp steps.
    struct Blocks {
        std::uint64_t run = 0;
        std::uint64_t ofGrid = 0;
        bool ended = true;                                                   ///< each of them
        std::uint64_t heaviest = 0;                                          ///< block that did most
        std::uint64_t most = 0;                                              ///< what it did
        std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();  ///< the least that one did that ended
        double mean = 0;
        std::vector<std::uint64_t> steps;  ///< of each block of a small grid; empty of others

        /// All of the grid were run, each to its end.
        [[nodiscard]] bool isAll() const { return ended && run == ofGrid; }
    };

    /// All outlive it.
    LaunchFootprint(const Launch& launch, std::shared_ptr<const simt::Program> program, simt::DeviceMemory& memory,
                    const SectorNumbers& numbers)
        : m_launch(launch), m_program(std::move(program)), m_memory(memory), m_numbers(numbers) {}

    /// Makes so many warp steps at most; what blocks write stays in memory. `atOnce`: blocks that begin together.
    void run(std::uint64_t atOnce, std::uint64_t steps);

    [[nodiscard]] const Blocks& blocks() const { return m_blocks; }
    /// Sectors that blocks beside each other read, and from them those that all read: of each buffer no more than it
    /// has.
    [[nodiscard]] const ReadFootprint& read() const { return m_read; }
    [[nodiscard]] const AtomicShare& atomics() const { return m_atomics; }
    [[nodiscard]] double partialShared() const { return m_sharedWrites.share(); }  ///< LaunchSample::partialShared
    [[nodiscard]] std::vector<std::uint32_t> hotSectors() const;                   ///< LaunchSample::hotSectors
    /// LaunchSample::foundInL2.
    [[nodiscard]] double foundInL2() const { return m_firstReads.foundShare(m_allAtOnce); }

    /// What the launch reads and writes. Of a buffer that some of the blocks show to be touched mostly, all is.
    [[nodiscard]] std::vector<bool> touched() const;
    /// Of the sectors that these blocks store to, the share that is not among those. Adds them.
    [[nodiscard]] double newStored(std::vector<bool>& stored) const;
    /// What the launch stores, of buffers as with touched().
    [[nodiscard]] std::vector<bool> stored() const;
    /// Of what a warp does, in its steps, the share from its first store on: the mean of blocks that were run to their
    /// ends. 1 where none of them stores.
    [[nodiscard]] double fromFirstStore() const;
    /// Sectors that the launch leaves filled in part, and reads nothing of. Known where all blocks were run, or where
    /// all together store less than a sector.
    [[nodiscard]] std::vector<std::uint32_t> partly() const;
    /// A block has read of the sector, or they have filled it.
    [[nodiscard]] bool hasWhole(std::uint32_t sector) const { return m_whole[sector] || m_filled.whole(sector); }

private:
    [[nodiscard]] std::vector<std::uint64_t> chosen() const;
    /// Warp steps that it makes, and no more than those.
    std::uint64_t runBlock(std::uint64_t index, std::uint64_t most, bool isFirst);
    void lookAtStore(const simt::StepRecord& step, std::uint64_t block);
    /// Where no block was seen to store, and some were cut, one is run for its stores alone, for so many warp steps.
    void findStores(std::uint64_t most);
    /// By warp of a block, in its steps, from 1; 0: it has not stored.
    void noteFirstStores(std::span<const std::uint32_t> first, std::span<const std::uint32_t> steps, bool ended);
    /// Those, and all of a buffer of whose sectors at least that share is among them.
    [[nodiscard]] std::vector<bool> extended(const std::vector<bool>& sectors, double share) const;

    const Launch& m_launch;
    std::shared_ptr<const simt::Program> m_program;
    simt::DeviceMemory& m_memory;
    const SectorNumbers& m_numbers;
    Blocks m_blocks;
    ReadFootprint m_read;
    AtomicShare m_atomics;
    SharedWrites m_sharedWrites;
    FirstReads m_firstReads;
    FilledBytes m_filled;  ///< by stores that fill sectors in part
    // by sector
    std::vector<bool> m_touched;
    std::vector<bool> m_seen;    ///< by loads
    std::vector<bool> m_stored;  ///< to
    std::vector<bool> m_whole;   ///< something was read of it, or one store has filled it
    // by buffer
    std::vector<double> m_distinct;    ///< sectors that loads have seen
    std::uint64_t m_storing = 0;       ///< blocks that were seen to store
    std::uint64_t m_storingEnded = 0;  ///< of these, those that were run to their ends
    double m_fromFirstStore = 0;       ///< summed over those
    double m_foundBytes = 0;           ///< that the block stores which was run for that, if it ended
    double m_allAtOnce = 1;            ///< blocks that begin together, over those of them that were run
};

}  // namespace lanescope::timing
