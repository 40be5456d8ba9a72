// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/memory_accesses.h"

#include <algorithm>

#include "core/flow/place.h"

namespace lanescope::flow {
namespace {

using program::Instruction;
using program::Opcode;
using program::Operand;

bool isMemory(const Instruction& what) {
    return what.space != program::Space::Param && what.space != program::Space::Slot;
}

/// Where in shared memory the lane's copy goes: the timeline stands before it.
std::uint32_t targetOf(const Timeline& timeline, const Instruction& what, std::uint32_t warp, unsigned lane) {
    const Operand& address = what.sources[0];
    auto target = static_cast<std::uint64_t>(address.offset);
    if (address.reg != program::kNoRegister)
        target += bitsAt(registerPlace(warp, lane, address.reg), 4, timeline).value_or(0);
    else if (address.symbol < timeline.trace().entry().shared.size())
        target += timeline.trace().entry().shared[address.symbol].offset;
    return static_cast<std::uint32_t>(target);
}

}  // namespace

MemoryAccesses::MemoryAccesses(const std::shared_ptr<const BlockTrace>& trace) : m_trace(*trace) {
    bool copies = false;
    for (const Instruction& what : trace->entry().instructions) {
        const bool atomic = what.opcode == Opcode::Atom || what.opcode == Opcode::Red;
        const bool copy = what.opcode == Opcode::CpAsync;
        m_reads.push_back(atomic || copy || (what.opcode == Opcode::Ld && isMemory(what)));
        m_writes.push_back(atomic || copy || (what.opcode == Opcode::St && isMemory(what)));
        copies = copies || copy;
        if (!m_reads.back() && !m_writes.back()) continue;
        const unsigned bytes = copy ? 4 : std::max(program::bitsOf(what.type) / 8, 1U);
        m_granule = std::min(m_granule, bytes);
    }
    for (std::uint64_t event = 0; event < trace->size(); ++event) {
        const std::uint32_t instruction = trace->instruction(event);
        if (m_reads[instruction]) m_readers.push_back(static_cast<std::uint32_t>(event));
        if (m_writes[instruction]) m_writers.push_back(static_cast<std::uint32_t>(event));
    }
    if (!copies) return;
    Timeline timeline(trace);
    for (const std::uint32_t event : m_writers) {
        const Instruction& what = trace->entry().instructions[trace->instruction(event)];
        if (what.opcode != Opcode::CpAsync) continue;
        timeline.seek(event);
        auto& targets = m_copiedTo[event];
        simt::eachLane(trace->active(event),
                       [&](unsigned lane) { targets[lane] = targetOf(timeline, what, trace->warp(event), lane); });
    }
}

MemoryAccesses::Access MemoryAccesses::read(std::uint64_t event) const {
    const simt::StepRecord record = m_trace.record(event);
    return {record.space, record.warp, record.active, record.bytesPerLane, record.address};
}

MemoryAccesses::Access MemoryAccesses::written(std::uint64_t event) const {
    Access access = read(event);
    const auto copied = m_copiedTo.find(event);
    if (copied == m_copiedTo.end()) return access;
    access.space = program::Space::Shared;
    std::ranges::copy(copied->second, access.address.begin());
    return access;
}

}  // namespace lanescope::flow
