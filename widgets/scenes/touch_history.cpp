// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/touch_history.h"

#include <algorithm>
#include <bit>

namespace lanescope {

namespace {

bool touchesMemory(const program::Instruction& instruction) {
    switch (instruction.opcode) {
        case program::Opcode::Ld:
        case program::Opcode::St:
        case program::Opcode::Atom:
        case program::Opcode::Red:
            return instruction.space == program::Space::Global || instruction.space == program::Space::Generic;
        default: return false;
    }
}

}  // namespace

TouchHistory::TouchHistory(std::shared_ptr<const BlockTrace> trace, const simt::DeviceMemory& memory)
    : m_trace(std::move(trace)), m_buffers(memory.size()) {
    for (BufferId id = 0; id < memory.size(); ++id) {
        const simt::DeviceMemory::Allocation& allocation = memory.allocation(id);
        BufferTouches& touches = m_buffers[id];
        touches.base = allocation.base;
        touches.bytes = allocation.buffer.bytes();
        touches.columns = std::max<std::uint64_t>(1, allocation.buffer.columns);
        touches.elementSize = static_cast<std::uint32_t>(sizeOf(allocation.buffer.type));
        touches.logged.resize(allocation.buffer.elements());
        touches.flags.resize(allocation.buffer.elements());
    }
}

bool TouchHistory::learn(std::uint64_t position, std::chrono::milliseconds budget) {
    if (!m_trace) return true;
    const std::uint64_t wanted = std::min(position, m_trace->size());
    const auto deadline = std::chrono::steady_clock::now() + budget;
    constexpr std::uint64_t kEventsBetweenLooksAtTheClock = 256;
    while (m_known < wanted) {
        const std::uint64_t end = std::min(wanted, m_known + kEventsBetweenLooksAtTheClock);
        for (; m_known < end; ++m_known) learnEvent(m_known);
        if (std::chrono::steady_clock::now() >= deadline) break;
    }
    return m_known >= wanted;
}

void TouchHistory::learnEvent(std::uint64_t event) {
    if (!touchesMemory(m_trace->entry().instructions[m_trace->instruction(event)])) return;
    const simt::StepRecord record = m_trace->record(event);
    if (record.space != program::Space::Global) return;
    for (simt::LaneMask lanes = record.active; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
        const std::uint64_t address = record.address[lane];
        for (std::uint32_t buffer = 0; buffer < m_buffers.size(); ++buffer) {
            BufferTouches& touches = m_buffers[buffer];
            if (address - touches.base >= touches.bytes) continue;
            note(touches, buffer, event, record, lane, address);
            break;
        }
    }
}

void TouchHistory::note(BufferTouches& touches, std::uint32_t buffer, std::uint64_t event,
                        const simt::StepRecord& record, unsigned lane, std::uint64_t address) {
    const std::uint32_t phase = m_trace->phase(event);
    if (touches.phases.empty() || touches.phases.back().phase != phase) touches.phases.push_back({event, phase, {}});
    Region& box = touches.phases.back().box;

    const std::uint64_t first = (address - touches.base) / touches.elementSize;
    const std::uint64_t last =
        (address - touches.base + std::max<unsigned>(1, record.bytesPerLane) - 1) / touches.elementSize;
    const std::uint8_t flags = record.access == simt::AccessKind::Load    ? kReadBefore
                               : record.access == simt::AccessKind::Store ? kComputed
                                                                          : kReadBefore | kComputed;
    for (std::uint64_t element = first; element <= last && element < touches.logged.size(); ++element) {
        box.include(element / touches.columns, element % touches.columns);
        touches.ever.include(element / touches.columns, element % touches.columns);
        for (std::uint8_t flag : {kReadBefore, kComputed}) {
            if ((flags & flag) == 0 || (touches.logged[element] & flag) != 0) continue;
            touches.logged[element] |= flag;
            m_log.push_back({event, element, buffer, static_cast<std::uint8_t>(lane), flag});
        }
    }
}

void TouchHistory::moveTo(std::uint64_t position) {
    m_position = position;
    for (; m_applied < m_log.size() && m_log[m_applied].event < position; ++m_applied) {
        const Touch& touch = m_log[m_applied];
        m_buffers[touch.buffer].flags[touch.element] |= touch.flag;
    }
    for (; m_applied > 0 && m_log[m_applied - 1].event >= position; --m_applied) {
        const Touch& touch = m_log[m_applied - 1];
        m_buffers[touch.buffer].flags[touch.element] &= static_cast<std::uint8_t>(~touch.flag);
    }
}

Region TouchHistory::touchedLately(BufferId buffer) const {
    const std::vector<PhaseBox>& phases = m_buffers[buffer].phases;
    const auto after = std::partition_point(phases.begin(), phases.end(),
                                            [this](const PhaseBox& box) { return box.event < m_position; });
    if (after != phases.begin()) return std::prev(after)->box;
    return after != phases.end() ? after->box : Region{};
}

std::optional<TouchHistory::Touch> TouchHistory::first(BufferId buffer, std::uint64_t element, CellFlag flag) const {
    for (std::size_t i = 0; i < m_applied; ++i)
        if (m_log[i].buffer == buffer && m_log[i].element == element && m_log[i].flag == flag) return m_log[i];
    return std::nullopt;
}

}  // namespace lanescope
