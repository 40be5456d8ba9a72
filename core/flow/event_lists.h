// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a block by warp and instruction, each list ascending. Private to this room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/block_trace.h"

namespace lanescope::flow {

/// Numbers of events fit in 32 bits: TraceRecorder keeps ten million of a block unless told otherwise.
using Events = std::span<const std::uint32_t>;

class EventLists {
public:
    /// Two passes over the trace; 4 bytes an event.
    explicit EventLists(const BlockTrace& trace);
    [[nodiscard]] Events of(std::uint32_t warp, std::uint32_t instruction) const {
        const std::size_t list = std::size_t{warp} * m_instructions + instruction;
        if (list + 1 >= m_first.size()) return {};
        return Events(m_events).subspan(m_first[list], m_first[list + 1] - m_first[list]);
    }

private:
    std::size_t m_instructions;
    std::vector<std::uint32_t> m_first;  ///< by warp, then instruction: into m_events
    std::vector<std::uint32_t> m_events;
};

}  // namespace lanescope::flow
