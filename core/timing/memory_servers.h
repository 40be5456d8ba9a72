// SPDX-License-Identifier: GPL-3.0-or-later
// What lies beyond a multiprocessor's L1: its share of L2 and of device memory, each a server that one request passes
// after the other. All multiprocessors are taken to do the same at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/timing/activity.h"
#include "core/timing/atomic_units.h"
#include "core/timing/launch_sample.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {

/// What one multiprocessor has asked for so far.
struct Traffic {
    double l1Requests = 0;  ///< sectors of loads
    double l1Hits = 0;
    double l1Writes = 0;     ///< sectors of stores, and lanes of atomic operations, which look into L1 and go on
    double l1WriteHits = 0;  ///< of stores to what L1 has
    double l2Lookups = 0;    ///< sectors that L2 was asked for, and those that came with another of their 64 bytes
    double l2Sectors = 0;    ///< that passed L2, with what incomplete ones cost
    double dramSectors = 0;  ///< this multiprocessor's share of those that device memory gave or took
    double dramWrites = 0;   ///< of these, those that it took
};

/// How much of what this multiprocessor asks for first is new to the GPU, too.
struct Sharing {
    double active = 1;           ///< multiprocessors with blocks
    double newToGpu = 1;         ///< share of this one's first touches that nobody else has made
    double firstRoundShare = 1;  ///< share of first touches, of the first blocks, that wait for device memory
    double firstReads = 1e18;    ///< of its first touches, those before others have read what it asks for
    double writtenBack = 1;      ///< share of what is stored that DRAM takes before the launch ends
    double besideReads = 0;      ///< sectors that are stored for each that is read first, which DRAM takes beside it
    double storedBeside = 0;     ///< of all that are stored, the share that these are
    double atomics = 1;          ///< share of the others' atomic operations that are on sectors of this one's
};

class MemoryServers {
public:
    /// `sectors`: so many there are, each turn of the sample having its own. `inL2`: sectors that are there from the
    /// start; may be empty.
    MemoryServers(const LaunchSample& sample, const Parameters& parameters, const Sharing& sharing,
                  std::uint32_t sectors, const std::vector<bool>& inL2 = {});

    /// From now on they tell when they are busy; both must outlive this.
    void watch(Activity& l2, Activity& dram);
    /// Sectors that L1 does not have, ascending; `firstRound`: of the blocks that came first. Answers when each is
    /// there, in `arrival`.
    void read(std::span<const std::uint32_t> sectors, double now, bool firstRound, std::vector<double>& arrival);
    /// This multiprocessor gets a block every so many cycles, and so do the others: who comes to the same memory comes
    /// within that time.
    void setPace(double cycles);
    /// When what has been written and not waited for has arrived.
    [[nodiscard]] double drained() const { return m_drained; }
    /// Of sectors that are written, bit i for the i-th.
    struct Written {
        std::uint64_t partial = 0;   ///< the store does not fill it
        std::uint64_t unfilled = 0;  ///< nor do others of its block
    };
    /// When L2 has taken them.
    double write(std::span<const std::uint32_t> sectors, const Written& stores, double now, bool firstRound);
    /// When an atomic's result is there.
    double atomic(const Access& access, bool floats, double now);

    [[nodiscard]] const Traffic& traffic() const { return m_traffic; }
    [[nodiscard]] Traffic& traffic() { return m_traffic; }
    [[nodiscard]] double l2Free() const { return m_l2Free; }
    /// Cycles that they were busy with this multiprocessor's requests and, all alike, those of the others.
    [[nodiscard]] double l2Busy() const { return m_l2Busy; }
    [[nodiscard]] double atomicBusy() const { return m_atomics.busiest(); }
    [[nodiscard]] double dramBusy() const { return m_dramBusy; }

private:
    /// What takes so long of the way out of the multiprocessor: when it has left.
    double leaves(double now, double cycles);
    double passL2(double now, double sectors);
    double passDram(double now, double busy, double sectors);
    /// What a sector that is read takes of DRAM, over those of a stream.
    [[nodiscard]] double timesOf(std::uint32_t sector, bool scattered) const;
    [[nodiscard]] double loadedLatency(double now);
    double spreadOf(std::uint32_t line);
    void mixStrata();

    static constexpr std::size_t kStrata = 16;
    static constexpr double kShareOfMean = 0.54406;  ///< 1 − e^(−π/4): of a Rayleigh distribution up to its mean

    const Parameters& m_parameters;
    Sharing m_sharing;
    const LaunchSample& m_sample;
    double m_partialShared;  ///< LaunchSample::partialShared, if there are others
    double m_l2Sector;       ///< cycles
    double m_dramSector;     ///< cycles
    double m_l2Free = 0;
    double m_dramFree = 0;
    double m_fillFree = 0;  ///< the way into the multiprocessor
    double m_outFree = 0;   ///< and the one out of it
    AtomicUnits m_atomics;
    double m_l2Busy = 0;
    double m_dramBusy = 0;
    double m_windowBegin = 0;
    double m_windowBusy = 0;
    double m_load = 0;          ///< of DRAM, in the window before
    std::uint64_t m_lines = 0;  ///< that DRAM was asked for
    std::array<std::uint8_t, kStrata> m_strata{};
    /// The last of them, and the share of all that come no later than it.
    std::uint32_t m_lastLine = 0xffffffffU;
    double m_share = 0;
    double m_newDebt = 0.5;
    double m_partialDebt = 0.5;
    double m_firstDebt = 0.5;
    double m_together = 0;  ///< share of first touches, of later blocks, of what others are waiting for
    double m_togetherDebt = 0.5;
    double m_firstReads = 0;  ///< so far
    Activity* m_l2Activity = nullptr;
    Activity* m_dramActivity = nullptr;
    bool bringsNeighbour(std::uint32_t sector);
    double& pageOf(std::uint32_t sector);
    double begun(double now, bool reads);
    double afterOthers(std::uint32_t sector, double now);
    [[nodiscard]] bool isWarm(std::uint32_t sector) const;
    void fillPartial(std::span<const std::uint32_t> sectors, std::size_t i, double now);
    double translated(std::uint32_t sector, double now, bool firstRound);

    double m_drained = 0;
    double m_begun = -1;          ///< when the first that is read comes; below 0: nothing has been asked for
    std::vector<double> m_pages;  ///< when the address of each is known; below 0: nobody has asked
    std::vector<bool> m_read;
    std::vector<bool> m_warm;      ///< that were in L2 from the start; may be empty
    std::vector<bool> m_askedFor;  ///< of those, what has been read since
    std::vector<bool> m_written;
    std::uint32_t m_sectorsOfTurn;
    std::vector<std::uint32_t> m_hotSectors;  ///< ascending
    std::unordered_map<std::uint64_t, double>
        m_hot;  ///< by Parameters::unitOf(), of sectors that all write: when it is free
    std::unordered_map<std::uint32_t, double> m_brought;  ///< when a sector comes that came with its neighbour
    Traffic m_traffic;
};

}  // namespace lanescope::timing
