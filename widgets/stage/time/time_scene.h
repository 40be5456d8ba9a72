// SPDX-License-Identifier: GPL-3.0-or-later
// What the strip of time shows of a range of events, without pixels: phases by name, what each warp does, bytes that
// move. The axis is the order of events as emulated, those of the leading block; blocks beside it lie on it phase by
// phase (core/flow/alignment.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/flow/block_flow.h"
#include "widgets/playback/clock.h"

namespace lanescope {

/// How finely a range is told.
struct TimeDetail {
    std::size_t columns = 1;   ///< pieces at most: when a warp runs and when it waits
    std::size_t facts = 1;     ///< and what it does while it runs; not more than `columns`
    std::size_t bars = 1;      ///< of bytes; likewise
    std::uint32_t bundle = 1;  ///< warps of a row, at least 1
};

/// One warp, or a few that are next to each other.
struct TimeRow {
    std::uint32_t firstWarp = 0;
    std::uint32_t endWarp = 0;
    /// Cover the side's range without gaps. Where a warp runs it is told what it mostly does in that one of `facts`
    /// columns (flow::Tracks::weightOf); index arithmetic is told where it does nothing else there. Of several warps
    /// the first that does something is told, else one that works out where, else one that waits.
    std::vector<flow::Segment> segments;
};

/// One of the blocks that are watched.
struct TimeSide {
    const flow::BlockFlow* flow = nullptr;
    EventRange range;  ///< of its own events
    std::vector<TimeRow> rows;

    /// Arrays whose bytes are told: of global memory; of shared memory, if the block touches no other.
    std::vector<flow::Touched> arrays;
    std::uint64_t barWidth = 1;        ///< events of a column of bytes, which begin at multiples of it
    std::vector<std::uint64_t> moved;  ///< bytes by column, from the one of range.first, then by `arrays`
    std::uint64_t mostMoved = 0;       ///< of a column, all arrays together

    /// Where an own position lies among those of the leading block; never back as it goes on. Exact at the bounds of
    /// columns.
    [[nodiscard]] double onAxis(std::uint64_t position) const;
    /// The own event there; of a column the first. `range` must not be empty.
    [[nodiscard]] std::uint64_t eventAt(double axis) const;

    std::uint64_t columnWidth = 1;  ///< events of one of TimeDetail::columns
    std::vector<double> edges;      ///< onAxis() of their bounds; empty for the leading side
};

struct TimeScene {
    EventRange range;  ///< of the leading block
    std::vector<TimeSide> sides;
};

/// `sides` and what they refer to must outlive what is returned; none: nothing. The range is cut to what there is.
[[nodiscard]] TimeScene timeScene(std::span<const flow::BlockFlow* const> sides, EventRange range,
                                  const TimeDetail& detail);

/// The phases that have events in a range: the finest parts, if there are no more than `mostParts` of them, else the
/// rounds and what lies between them.
[[nodiscard]] std::span<const flow::Phase> phasesIn(const flow::Phases& phases, EventRange range,
                                                    std::size_t mostParts);

/// Does a warp execute something there, rather than wait, not have begun or have ended?
[[nodiscard]] bool runs(flow::Activity activity);

}  // namespace lanescope
