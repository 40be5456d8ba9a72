// SPDX-License-Identifier: GPL-3.0-or-later
// What each event of a recorded block moves, lane by lane, and the links between the events: who wrote what an event
// reads, who reads what it wrote. So a value can be followed from global memory through registers and shared memory
// into a sum, and back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/flow/place.h"
#include "core/flow/roles.h"

namespace lanescope::flow {

struct Move {
    enum class How : std::uint8_t {
        Copy,    ///< the value that lay in `from` before the event lies in `to` after it; of narrow loads its low bytes
        Input,   ///< the value in `from` is one of those that the value in `to` is made of
        Combine  ///< an atomic operation, in which lanes of one event may have met: register to memory, memory to
                 ///< register
    };
    std::uint8_t lane = 0;  ///< that does it
    How how = How::Copy;
    std::uint8_t bytes = 0;  ///< of `from`; predicates: 1
    Place from;              ///< None for a number of the code
    Place to;
    friend bool operator==(const Move&, const Move&) = default;
};

/// An event, and a lane in it.
struct Touch {
    std::uint64_t event = 0;
    std::uint8_t lane = 0;
    friend auto operator<=>(const Touch&, const Touch&) = default;
};

/// Not to be used by two threads at once: it remembers where it was asked last, so that neighbours come quickly.
class Moves {
public:
    /// Looks through the trace once (10 million events: flow_bench says how long), so that it is to be made where the
    /// trace is; 4 bytes an event, 4 more for those that touch memory. What is known of a memory space is made when it
    /// is first asked for, at most 16 MiB each.
    explicit Moves(std::shared_ptr<const BlockTrace> trace);
    ~Moves();
    Moves(Moves&&) noexcept;

    [[nodiscard]] const BlockTrace& trace() const;
    [[nodiscard]] const Roles& roles() const;
    /// Roles::kind() of the event's instruction, and of a generic access what it was in this run.
    [[nodiscard]] InstructionKind kind(std::uint64_t event) const;

    /// By lane, then in order of operands. Of all instructions that read or write registers or memory, index
    /// arithmetic too; empty for branches, barriers, calls, accesses to parameters and to slots of calls. Guards and
    /// addresses do not move.
    [[nodiscard]] std::vector<Move> of(std::uint64_t event) const;

    /// The last event before `before` that wrote the place, and the lane that did: of several lanes in one event the
    /// highest, whose value stays. Nothing if the block has not written it: it lay in memory, is a thread's first value
    /// of a register, or a register of a recursive function, which calls put aside.
    [[nodiscard]] std::optional<Touch> writerOf(const Place& place, unsigned bytes, std::uint64_t before) const;
    /// Where a move takes its value from: writerOf() its `from` before the event.
    [[nodiscard]] std::optional<Touch> writerOf(const Move& move, std::uint64_t event) const {
        return writerOf(move.from, move.bytes, event);
    }
    /// Events in (written, until] that read the place as it was left by event `written`, ascending by event and lane;
    /// takes time with the events of its kind in between.
    [[nodiscard]] std::vector<Touch> readersOf(const Place& place, unsigned bytes, std::uint64_t written,
                                               std::uint64_t until) const;

    /// Events of a warp that execute an instruction, ascending.
    [[nodiscard]] std::span<const std::uint32_t> eventsOf(std::uint32_t warp, std::uint32_t instruction) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::flow
