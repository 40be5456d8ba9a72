// SPDX-License-Identifier: GPL-3.0-or-later
// Where atomic operations on global memory are done: units in the slices of L2, one operation after the other. All
// multiprocessors send theirs there. Private to this room.
//
// What they take was measured on an H200 (docs/timing.md): a unit does the lanes at one address one after the other,
// and lanes at different addresses of one sector together. Floats take it longer where the operation before was on the
// same sector: of k sectors in turn at random, one in k.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/timing/launch_sample.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {

class AtomicUnits {
public:
    /// `active` multiprocessors send as much each; `shared`: the share of it that is on the sectors of this one. They
    /// are not in step: what they send is on all sectors of the sample at any time, as much on each as it is in all.
    AtomicUnits(const LaunchSample& sample, const Parameters& parameters, double active, double shared);

    /// When the last operation of an atomic access that comes at `now` is done.
    double serve(const Access& access, bool floats, double now);
    /// What an access takes of L2's slices as a whole, which do nothing else meanwhile.
    [[nodiscard]] double meanCycles(const Access& access) const;
    /// Cycles that the busiest unit was.
    [[nodiscard]] double busiest() const;

private:
    struct Unit {
        double lanes = 0;  ///< of all operations of the sample, those that it does
        double free = 0;
        double busy = 0;    ///< with this multiprocessor's
        double others = 0;  ///< m_others when it was last asked
    };
    [[nodiscard]] Unit& unitOf(std::uint32_t sector);
    /// Of the operations that a unit does for all, the share that is on the sector.
    [[nodiscard]] double meets(std::uint32_t sector, const Unit& unit) const;
    [[nodiscard]] double shareOf(const Unit& unit) const { return unit.lanes / m_lanes; }
    /// Calls `visit(sector, lanes at one address)`.
    template <class Visit>
    void eachSector(const Access& access, const Visit& visit) const;

    const LaunchSample& m_sample;
    const Parameters& m_p;
    double m_beside;  ///< operations of the others on these sectors, for each of this one's
    double m_apart;   ///< of the others elsewhere
    std::vector<Unit> m_units;
    std::unordered_map<std::uint32_t, double> m_ofSector;  ///< lanes of all operations of the sample on it
    double m_lanes = 0;                                    ///< of all
    double m_others = 0;                                   ///< cycles of the others' operations on these sectors
    double m_elsewhere = 0;                                ///< each unit's cycles of those elsewhere
    double m_elsewhereFree = 0;
};

}  // namespace lanescope::timing
