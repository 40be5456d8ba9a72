// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/pointers.h"

#include <algorithm>

#include "core/ptxas/instructions.h"

namespace lanescope {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

constexpr double kMostMoves = 4;

/// Is it `pointer = pointer + something`?
bool MachinePointers::isPointerStep(std::uint32_t i) const {
    return isStep(m_entry.instructions[i]) && bitsOf(m_entry.instructions[i].type) == 64;
}

/// Does an access in the loop take it as its address, or a sum that is one as its base?
bool MachinePointers::isAddress(ptx::RegisterId reg, std::uint32_t loop) const {
    return std::ranges::any_of(m_flow.uses(reg), [&](std::uint32_t use) {
        const Instruction& user = m_entry.instructions[use];
        const bool access = user.opcode == Opcode::Ld || user.opcode == Opcode::St;
        const bool base = user.opcode == Opcode::Add && user.type != ptx::Type::F64 && bitsOf(user.type) == 64 &&
                          user.destination.reg != reg && !m_flow.constant(user.sources[1]);
        return (base || (access && user.sources[0].reg == reg)) && m_graph.loops().around(m_entry.blockOf(use)) == loop;
    });
}

bool MachinePointers::isStoredThrough(ptx::RegisterId reg) const {
    return std::ranges::any_of(m_flow.uses(reg), [&](std::uint32_t use) {
        return m_entry.instructions[use].opcode == Opcode::St && m_entry.instructions[use].sources[0].reg == reg;
    });
}

MachinePointers::Moves MachinePointers::of(std::uint32_t i) const {
    const std::uint32_t loop = m_graph.loops().around(m_entry.blockOf(i));
    if (loop == ptx::Loops::kNone || !isPointerStep(i)) return {};
    const Instruction& step = m_entry.instructions[i];
    if (!m_flow.constant(step.sources[1]) || !isAddress(step.destination.reg, loop)) return {};
    unsigned all = 0;
    unsigned varying = 0;  // that step so too, and are not the same in all lanes
    bool stores = false;
    for (std::uint32_t other = 0; other < m_entry.instructions.size(); ++other) {
        if (m_graph.loops().around(m_entry.blockOf(other)) != loop) continue;
        const Instruction& instruction = m_entry.instructions[other];
        if (!isPointerStep(other) || !isAddress(instruction.destination.reg, loop)) continue;
        ++all;
        if (!m_flow.constant(instruction.sources[1])) continue;
        varying += m_flow.uniform(instruction.destination.reg) ? 0 : 1;
        stores = stores || isStoredThrough(instruction.destination.reg);
    }
    const double unrolled = stores || all == 1 ? 2 : 1;
    if (m_flow.uniform(step.destination.reg)) return {2, unrolled, 0, 0};
    // Alone it can stay where it is; of many, about two can.
    const double inLoop = varying < 2 ? 0 : std::min(2.0, kMostMoves / varying);
    return {inLoop, unrolled, inLoop, m_graph.before(loop)};
}

}  // namespace lanescope
