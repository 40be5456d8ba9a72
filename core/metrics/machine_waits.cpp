// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/machine_waits.h"

#include <algorithm>
#include <numeric>

namespace lanescope {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Space;

bool isGlobal(const Instruction& instruction) {
    return instruction.space == Space::Global || instruction.space == Space::Generic;
}
bool isGlobalLoad(const Instruction& instruction) { return instruction.opcode == Opcode::Ld && isGlobal(instruction); }
bool isSharedAccess(const Instruction& instruction) {
    return (instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St) && instruction.space == Space::Shared;
}
bool isBarrier(const Instruction& instruction) {
    return instruction.opcode == Opcode::Bar || instruction.opcode == Opcode::BarWarp;
}

}  // namespace

MachineWaits::MachineWaits(const ptx::Entry& entry, const ptx::Dataflow& flow, const MachineGraph& graph)
    : m_entry(entry), m_flow(flow), m_graph(graph), m_groups(entry.blocks.size()) {
    std::iota(m_groups.begin(), m_groups.end(), 0U);
}

bool MachineWaits::loadsGlobal(std::uint32_t block) const {
    const ptx::BasicBlock& own = m_entry.blocks[block];
    return std::any_of(m_entry.instructions.begin() + own.first, m_entry.instructions.begin() + own.end, isGlobalLoad);
}

bool MachineWaits::hidesLoads(std::uint32_t head, const std::vector<std::uint32_t>& arms, std::uint32_t after) const {
    if (std::ranges::any_of(arms, [&](std::uint32_t arm) { return storesBeforeLoad(arm); })) return false;
    if (arms.size() > 1 && std::ranges::all_of(arms, [&](std::uint32_t arm) { return loadsGlobal(arm); })) return true;
    if (std::ranges::any_of(arms, [&](std::uint32_t arm) { return usesShared(arm); })) return true;
    if (anyPending(head) || hasLoadingArmBefore(head)) return true;
    if (after < m_graph.count() && (asksMemory(after) || hasLoadingArm(after))) return true;
    return m_graph.isInLoop(head);
}

void MachineWaits::merge(std::uint32_t head, const std::vector<std::uint32_t>& arms, std::uint32_t after) {
    const std::uint32_t into = group(head);
    for (const std::uint32_t arm : arms) m_groups[group(arm)] = into;
    const bool only = after < m_graph.count() && std::ranges::all_of(m_graph.predecessors(after),
                                                                     [&](std::uint32_t b) { return group(b) == into; });
    if (only) m_groups[group(after)] = into;
}

bool MachineWaits::usesShared(std::uint32_t block) const {
    const ptx::BasicBlock& own = m_entry.blocks[block];
    return std::any_of(m_entry.instructions.begin() + own.first, m_entry.instructions.begin() + own.end,
                       isSharedAccess);
}

/// Do lanes go round loads at the block's end too?
bool MachineWaits::hasLoadingArm(std::uint32_t block) const {
    return std::ranges::any_of(m_entry.blocks[block].successors, [&](std::uint32_t arm) {
        return arm < m_graph.count() && m_graph.isArm(arm) && loadsGlobal(arm);
    });
}
bool MachineWaits::hasLoadingArmBefore(std::uint32_t block) const {
    return std::ranges::any_of(m_graph.predecessors(block),
                               [&](std::uint32_t arm) { return m_graph.isArm(arm) && loadsGlobal(arm); });
}

/// A load may have to see what was stored before: it is not begun earlier.
bool MachineWaits::storesBeforeLoad(std::uint32_t block) const {
    const ptx::BasicBlock& own = m_entry.blocks[block];
    const auto end = m_entry.instructions.begin() + own.end;
    const auto store = std::find_if(m_entry.instructions.begin() + own.first, end, [](const Instruction& instruction) {
        return instruction.opcode == Opcode::St && isGlobal(instruction);
    });
    return std::any_of(store, end, isGlobalLoad);
}

std::uint32_t MachineWaits::group(std::uint32_t block) const {
    while (m_groups[block] != block) block = m_groups[block];
    return block;
}

/// Is anything under way at the end of `head`?
bool MachineWaits::anyPending(std::uint32_t head) const {
    for (std::uint32_t block = 0; block <= head; ++block) {
        if (group(block) != group(head)) continue;
        for (std::uint32_t i = m_entry.blocks[block].first; i < m_entry.blocks[block].end; ++i)
            if (isPending(i, head)) return true;
    }
    return false;
}

bool MachineWaits::isPending(std::uint32_t i, std::uint32_t head) const {
    const Instruction& instruction = m_entry.instructions[i];
    if (!isGlobalLoad(instruction) && !isSharedAccess(instruction) && instruction.opcode != Opcode::Shfl) return false;
    for (std::uint32_t block = m_entry.blockOf(i); block <= head; ++block)
        if (group(block) == group(head) && isAwaited(i, block)) return false;
    return true;
}

/// Is there a barrier behind the instruction, or does something use what it brings?
bool MachineWaits::isAwaited(std::uint32_t i, std::uint32_t block) const {
    const ptx::BasicBlock& own = m_entry.blocks[block];
    const std::uint32_t from = std::max(own.first, i + 1);
    for (std::uint32_t k = from; k < own.end; ++k)
        if (isBarrier(m_entry.instructions[k])) return true;
    return std::ranges::any_of(ptx::registersWritten(m_entry.instructions[i]), [&](ptx::RegisterId reg) {
        return std::ranges::any_of(m_flow.uses(reg), [&](std::uint32_t use) { return use >= from && use < own.end; });
    });
}

/// Does the block, or what stands together with it, load or use shared memory?
bool MachineWaits::asksMemory(std::uint32_t block) const {
    for (std::uint32_t other = 0; other < m_graph.count(); ++other) {
        if (group(other) != group(block)) continue;
        if (loadsGlobal(other) || usesShared(other)) return true;
    }
    return false;
}

}  // namespace lanescope
