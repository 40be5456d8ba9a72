// SPDX-License-Identifier: GPL-3.0-or-later
// What a block does from barrier to barrier, by name: "load 3", "multiply 3", "store".
//
// Between two barriers warps run one after the other, so the finest span that all of them share is what lies between
// barriers. A span in which one warp alone works is cut further: before the first access (Setup), where loading is over
// and where only stores are left.
//
// A span belongs to the round of a loop in which most of its work is done (what is neither index arithmetic, branching
// nor waiting); of several equal ones to the last. Loops are those with barriers of the block; of nested ones the
// outermost that the block goes round more than once. Outside of loops, spans with arithmetic whose busiest warps do
// the same work again are rounds, too: those of an unrolled loop.
//
// What is done in a span is told by what there is most of, all warps together: loads from global memory, with the
// stores to shared memory that come with them (Load); arithmetic (Multiply, Add, Compute); exchanges between lanes;
// stores to global memory and atomic operations (Store). A span that has the first, the second and the last of these
// is called by its arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/message.h"
#include "core/flow/activity.h"

namespace lanescope::flow {

enum class PhaseKind : std::uint8_t {
    Setup,     ///< works out where to work, and nothing else
    Load,      ///< from global memory to shared memory or registers, or from shared memory to where it will be read
    Multiply,  ///< products, and their sums
    Add,       ///< sums, differences, minima and maxima
    Compute,   ///< other arithmetic
    Exchange,
    Store,
    Round  ///< a whole round, of several parts
};

struct Phase {
    std::uint64_t first = 0;  ///< event
    std::uint64_t end = 0;    ///< event behind the last
    PhaseKind kind = PhaseKind::Setup;
    std::uint32_t round = 0;  ///< from 1; 0 = in none
    /// Rounds of one loop have one number here, from 1; 0 = in none.
    std::uint32_t loop = 0;
    std::uint32_t firstPart = 0;  ///< into Phases::parts()
    std::uint32_t endPart = 0;
    friend bool operator==(const Phase&, const Phase&) = default;
};

/// "load 3"
[[nodiscard]] Message nameOf(const Phase& phase);
/// Its initial and its number, for bars that are too narrow for the name: "l3".
[[nodiscard]] Message shortNameOf(const Phase& phase);

class Phases {
public:
    /// Takes time with the number of events: 0.1 s for ten million.
    explicit Phases(const Activities& activities);

    /// The rounds and what lies between them: every event once, in order, without gaps. A round of a single part has
    /// that part's kind. Empty for an empty trace.
    [[nodiscard]] std::span<const Phase> all() const { return m_all; }
    /// The finest spans of all of them, likewise; each is its own only part.
    [[nodiscard]] std::span<const Phase> parts() const { return m_parts; }
    [[nodiscard]] std::span<const Phase> partsOf(const Phase& phase) const {
        return std::span(m_parts).subspan(phase.firstPart, phase.endPart - phase.firstPart);
    }
    /// The one of all() and the one of parts() that an event lies in; `event` < BlockTrace::size().
    [[nodiscard]] const Phase& at(std::uint64_t event) const;
    [[nodiscard]] const Phase& partAt(std::uint64_t event) const;

private:
    void group();

    std::vector<Phase> m_all;
    std::vector<Phase> m_parts;
};

}  // namespace lanescope::flow
