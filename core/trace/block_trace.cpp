// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/block_trace.h"

#include <algorithm>

namespace lanescope {

simt::StepRecord BlockTrace::record(std::uint64_t event) const {
    simt::StepRecord record;
    record.warp = m_warp[event];
    record.instruction = m_instruction[event];
    record.active = m_active[event];
    m_accesses.fill(event, record);
    return record;
}

std::uint32_t BlockTrace::phase(std::uint64_t event) const {
    const auto after = std::upper_bound(m_phaseStart.begin(), m_phaseStart.end(), event);
    return static_cast<std::uint32_t>(after - m_phaseStart.begin() - 1);
}

std::uint64_t BlockTrace::eventBytes() const {
    return m_warp.size() * (sizeof(std::uint16_t) + sizeof(std::uint32_t) + sizeof(simt::LaneMask)) +
           m_accesses.bytes() + m_journal.size() * sizeof(simt::MemoryWrite) +
           m_phaseStart.size() * sizeof(std::uint64_t);
}

std::uint64_t BlockTrace::bytes() const {
    std::uint64_t bytes = eventBytes();
    for (const Keyframe& keyframe : m_keyframes) bytes += keyframe.bytes();
    return bytes;
}

}  // namespace lanescope
