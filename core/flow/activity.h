// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp does in an event of a trace, and which array it does it with: the alphabet of phases, tracks and events.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flow/roles.h"
#include "core/trace/block_trace.h"

namespace lanescope::flow {

enum class Activity : std::uint8_t {
    NotBegun,  ///< the warp has not executed anything yet
    Waits,     ///< at a barrier from its arrival on, or for other warps
    Index,     ///< works out where it works and how it goes on; also instructions that no lane takes part in
    Load,      ///< loads; copies to shared memory that go on by themselves
    Store,     ///< stores and atomic operations
    Compute,   ///< arithmetic on values
    Exchange,  ///< between the lanes of a warp
    Ended
};

/// An array that an access goes to.
struct Touched {
    static constexpr std::uint32_t kNone = 0xffffffffU;
    program::Space space = program::Space::Generic;  ///< Global, Shared or Local; Generic = nothing
    /// Global: BufferId in BlockTrace::memoryBefore(); Shared: index into Entry::shared; kNone = none of these.
    std::uint32_t array = kNone;
    friend auto operator<=>(const Touched&, const Touched&) = default;
};

/// Keeps references to the trace and the roles.
class Activities {
public:
    Activities(const BlockTrace& trace, const Roles& roles);

    [[nodiscard]] const BlockTrace& trace() const { return m_trace; }
    /// Waits, Index, Load, Store, Compute or Exchange.
    [[nodiscard]] Activity activity(std::uint64_t event) const;
    /// The array that the event accesses, by its lowest active lane.
    [[nodiscard]] Touched touched(std::uint64_t event) const;
    /// Bytes that its active lanes ask for, of any array; 0 = it accesses nothing.
    [[nodiscard]] std::uint64_t bytes(std::uint64_t event) const;
    [[nodiscard]] InstructionKind kind(std::uint64_t event) const { return m_kinds[m_trace.instruction(event)]; }
    /// Does it load, store, compute or exchange something?
    [[nodiscard]] bool works(std::uint64_t event) const {
        const Activity what = activity(event);
        return what != Activity::Waits && what != Activity::Index;
    }

private:
    [[nodiscard]] std::uint32_t sharedArray(std::uint64_t offset) const;

    const BlockTrace& m_trace;
    std::vector<InstructionKind> m_kinds;  ///< by instruction
};

}  // namespace lanescope::flow
