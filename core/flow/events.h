// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping by what can be seen. Positions are those of Timeline: events executed so far.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/activity.h"

namespace lanescope::flow {

/// How much one step takes together.
enum class Grain : std::uint8_t {
    Access,    ///< every load by itself
    Operation  ///< what a warp loads, with the arithmetic or the store that comes next
};

/// Where to stop: behind every load, store, atomic operation, exchange and barrier; behind the last of the arithmetic
/// of a warp that nothing of these interrupts; and where a warp begins a round of a loop. What lies between is passed
/// over: index arithmetic, branches, moves, instructions that no lane takes part in.
class EventStops {
public:
    /// Takes time with the number of events, and 4 bytes for each stop.
    explicit EventStops(const Activities& activities, Grain grain = Grain::Access);

    /// The stop after (before) a position; size() (0) if there is none.
    [[nodiscard]] std::uint64_t next(std::uint64_t position) const;
    [[nodiscard]] std::uint64_t previous(std::uint64_t position) const;
    /// The stop that is `count` stops behind a position; size() if there are fewer. The position itself for 0.
    [[nodiscard]] std::uint64_t after(std::uint64_t position, std::uint64_t count) const;
    /// Stops in (from, to].
    [[nodiscard]] std::uint64_t count(std::uint64_t from, std::uint64_t to) const;
    /// All of them.
    [[nodiscard]] std::uint64_t count() const { return m_stops.size(); }

private:
    std::uint64_t m_end = 0;
    std::vector<std::uint32_t> m_stops;  ///< ascending; traces are shorter than 2^32 events
};

}  // namespace lanescope::flow
