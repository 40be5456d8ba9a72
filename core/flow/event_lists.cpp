// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/event_lists.h"

#include <cassert>
#include <limits>

namespace lanescope::flow {

EventLists::EventLists(const BlockTrace& trace)
    : m_instructions(trace.entry().instructions.size()), m_events(trace.size()) {
    assert(trace.size() < std::numeric_limits<std::uint32_t>::max());
    const std::size_t threads = trace.launch().block.count();
    const std::size_t warps = (threads + simt::kWarpSize - 1) / simt::kWarpSize;
    const auto list = [&](std::uint64_t event) {
        return std::size_t{trace.warp(event)} * m_instructions + trace.instruction(event);
    };
    m_first.resize(warps * m_instructions + 1);
    for (std::uint64_t event = 0; event < trace.size(); ++event) ++m_first[list(event) + 1];
    for (std::size_t i = 1; i < m_first.size(); ++i) m_first[i] += m_first[i - 1];
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    for (std::uint64_t event = 0; event < trace.size(); ++event)
        m_events[next[list(event)]++] = static_cast<std::uint32_t>(event);
}

}  // namespace lanescope::flow
