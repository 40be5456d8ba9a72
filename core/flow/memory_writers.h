// SPDX-License-Identifier: GPL-3.0-or-later
// Who wrote last what lies in memory, at any event of a block. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/flow/memory_accesses.h"
#include "core/flow/place.h"

namespace lanescope::flow {

/// Of one space. A table by place of the last writer, which is taken on from writer to writer; copies of it are kept
/// so that it is never far to any event.
class MemoryWriters {
public:
    /// `accesses` must outlive this. A pass over all writers.
    MemoryWriters(const MemoryAccesses& accesses, Place::Kind space);
    /// The last event before `event` that wrote one of the `bytes` from the place on. Moves the table there: neighbours
    /// are asked for at next to no cost.
    [[nodiscard]] std::optional<std::uint32_t> before(const Place& place, unsigned bytes, std::uint64_t event);

private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};
    void findPlaces();
    [[nodiscard]] std::uint64_t keyOf(const MemoryAccesses::Access& access, unsigned lane) const;
    [[nodiscard]] std::size_t slotOf(std::uint64_t key) const;
    void apply(std::uint32_t event);
    void moveTo(std::size_t count);

    const MemoryAccesses& m_accesses;
    Place::Kind m_space;
    std::vector<std::uint32_t> m_events;
    std::uint64_t m_base = 0;           ///< of places that lie close together
    std::vector<std::uint64_t> m_keys;  ///< of others, ascending
    std::vector<std::uint32_t> m_last;  ///< by place, event + 1, or 0
    std::size_t m_applied = 0;          ///< events that m_last knows
    std::size_t m_spacing = 1;          ///< events between copies
    std::vector<std::vector<std::uint32_t>> m_copies;
};

/// Does memory of this kind belong to this space of a record?
[[nodiscard]] bool isOfSpace(Place::Kind kind, program::Space space);

}  // namespace lanescope::flow
