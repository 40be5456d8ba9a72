// SPDX-License-Identifier: GPL-3.0-or-later
// Where the blocks of a launch have their atomic operations, as far as they were looked at. Private to this room.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope::timing {

class AtomicShare {
public:
    /// An operation of a lane.
    void add(std::uint32_t sector) { m_operations[sector] += 1; }
    /// Of what the other multiprocessors do, the share that is on sectors on which one of `active` has some, too
    /// (`sectors`, which may repeat); 1 if no operation was seen.
    [[nodiscard]] double on(const std::vector<std::uint32_t>& sectors, double active) const;

private:
    std::unordered_map<std::uint32_t, double> m_operations;
};

}  // namespace lanescope::timing
