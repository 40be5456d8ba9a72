// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/activity.h"

namespace lanescope::flow {

Activities::Activities(const BlockTrace& trace, const Roles& roles) : m_trace(trace) {
    const auto count = static_cast<std::uint32_t>(trace.entry().instructions.size());
    m_kinds.reserve(count);
    for (std::uint32_t instruction = 0; instruction < count; ++instruction) m_kinds.push_back(roles.kind(instruction));
}

Activity Activities::activity(std::uint64_t event) const {
    if (m_trace.active(event) == 0) return Activity::Index;
    switch (kind(event)) {
        case InstructionKind::Compute: return Activity::Compute;
        case InstructionKind::Exchange: return Activity::Exchange;
        case InstructionKind::Barrier: return Activity::Waits;
        case InstructionKind::AsyncCopy:
        case InstructionKind::LoadGlobal:
        case InstructionKind::LoadShared: return Activity::Load;
        case InstructionKind::StoreGlobal:
        case InstructionKind::StoreShared:
        case InstructionKind::Atomic: return Activity::Store;
        case InstructionKind::LoadOther:
        case InstructionKind::StoreOther: break;
        default: return Activity::Index;
    }
    // A generic address may be any; what reads parameters, constants or slots of calls accesses nothing that is drawn.
    switch (m_trace.access(event).access) {
        case simt::AccessKind::Load: return Activity::Load;
        case simt::AccessKind::Store:
        case simt::AccessKind::Atomic: return Activity::Store;
        case simt::AccessKind::None: break;
    }
    return Activity::Index;
}

Touched Activities::touched(std::uint64_t event) const {
    const AccessHead head = m_trace.access(event);
    if (head.access == simt::AccessKind::None || m_trace.active(event) == 0) return {};
    Touched touched{head.space, Touched::kNone};
    if (head.space == program::Space::Shared) touched.array = sharedArray(head.address);
    if (head.space == program::Space::Global)
        if (const auto buffer = m_trace.memoryBefore().find(head.address, 1))
            touched.array = static_cast<std::uint32_t>(*buffer);
    return touched;
}

std::uint64_t Activities::bytes(std::uint64_t event) const {
    const AccessHead head = m_trace.access(event);
    return std::uint64_t{head.bytesPerLane} * simt::lanesIn(m_trace.active(event));
}

std::uint32_t Activities::sharedArray(std::uint64_t offset) const {
    const std::vector<program::SharedVariable>& arrays = m_trace.entry().shared;
    std::uint32_t dynamic = Touched::kNone;
    for (std::uint32_t i = 0; i < arrays.size(); ++i) {
        if (offset >= arrays[i].offset && offset - arrays[i].offset < arrays[i].size) return i;
        if (arrays[i].size == 0 && offset >= arrays[i].offset && dynamic == Touched::kNone) dynamic = i;
    }
    return dynamic;
}

}  // namespace lanescope::flow
