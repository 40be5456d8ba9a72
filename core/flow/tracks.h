// SPDX-License-Identifier: GPL-3.0-or-later
// One row a warp over the order of events, and how many bytes move: for any range of a trace of ten million events fast
// enough to be drawn anew sixty times a second.
//
// A range is told in columns of 2^k events that begin at multiples of 2^k, the finest with which it takes no more
// columns than are asked for (and so more than half of them, unless there are fewer events than columns). Columns stay
// where they are when the range moves, so that nothing flickers; those at the range's ends are told whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/flow/activity.h"

namespace lanescope::flow {

/// A warp does one thing, or columns in which this is what it does most.
struct Segment {
    std::uint64_t first = 0;  ///< event of the block
    std::uint64_t end = 0;
    Activity activity = Activity::Index;
    Touched touched;  ///< of loads and stores
    friend bool operator==(const Segment&, const Segment&) = default;
};

class Tracks {
public:
    /// Takes time with the number of events, once: 0.3 s for ten million. Keeps a reference to the trace.
    explicit Tracks(const Activities& activities);

    [[nodiscard]] std::uint32_t warps() const { return m_warps; }
    [[nodiscard]] std::uint64_t events() const { return m_classes.size(); }

    /// What an event weighs where several share a column: the activity and array with the greatest sum is told, of
    /// equal ones the one that comes first in the trace. Global memory 4; arithmetic and exchanges 3; stores to shared
    /// and local memory 2, loads from there 1: operands are read twice for every product, and are not its point. Index
    /// arithmetic counts where there is nothing else, waiting where there is not even that.
    [[nodiscard]] static std::uint32_t weightOf(Activity activity, program::Space space);

    /// Events a column has, a power of two, when `columns` (at least 1) are asked for of events [first, end).
    [[nodiscard]] std::uint64_t columnWidth(std::uint64_t first, std::uint64_t end, std::size_t columns) const;
    /// By warp: segments that cover [first, end), which is cut to what there is, without gaps. A column of one event is
    /// that event. Between its events a warp waits; before and behind all of them it has not begun, or has ended (it
    /// waits, if the recording stops before the block does). Takes time with columns × warps.
    [[nodiscard]] std::vector<std::vector<Segment>> rows(std::uint64_t first, std::uint64_t end,
                                                         std::size_t columns) const;
    /// Arrays of global and shared memory in the order in which the block first comes to them; from the seventeenth on
    /// those of one memory are one, without a number.
    [[nodiscard]] std::span<const Touched> arrays() const { return m_arrays; }
    /// Bytes that a column's loads, stores and atomic operations ask for, of all lanes: by column, from the one in
    /// which `first` lies, then by arrays(). A copy to shared memory that goes on by itself counts as the global load
    /// that it is.
    [[nodiscard]] std::vector<std::uint64_t> moved(std::uint64_t first, std::uint64_t end, std::size_t columns) const;

    /// Memory taken: a byte an event, and for 32 warps another 1.5; up to (warps + 8 × arrays) / 32 in general.
    [[nodiscard]] std::uint64_t bytes() const;

private:
    friend class TracksMaker;
    /// What is told of a piece of a row: index into m_kinds. Activities and arrays beyond the last number are told
    /// without their array.
    using Class = std::uint8_t;
    static constexpr Class kNothing = 0xff;
    static constexpr unsigned kFinest = 6;  ///< columns below 2^6 events are made of the events when they are asked for

    struct Kind {
        Activity activity = Activity::Index;
        Touched touched;
        std::uint32_t weight = 0;
        friend auto operator<=>(const Kind&, const Kind&) = default;
    };
    struct Level {
        std::vector<Class> cells;          ///< by column and warp; kNothing = it does nothing
        std::vector<std::uint64_t> moved;  ///< by column and array
    };

    class Tally;
    class Rows;
    /// Adds what an event moves to one column's bytes by array.
    void addMoved(std::span<std::uint64_t> column, std::uint64_t event) const;

    const BlockTrace& m_trace;
    std::uint32_t m_warps = 0;
    bool m_whole = true;  ///< the trace ends where the block does
    std::vector<Kind> m_kinds;
    std::vector<Touched> m_arrays;
    std::vector<std::size_t> m_arrayOf;             ///< by class; m_arrays.size() = it moves nothing that is told
    std::vector<Class> m_classes;                   ///< by event
    std::vector<std::uint64_t> m_begins, m_endsAt;  ///< by warp: its first event, and behind its last
    std::vector<Level> m_levels;                    ///< [i] has columns of 2^(kFinest + i) events
};

}  // namespace lanescope::flow
