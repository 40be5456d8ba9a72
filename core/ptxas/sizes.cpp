// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/sizes.h"

#include <algorithm>

namespace lanescope {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

double MachineSizes::of(std::uint32_t block) const {
    double size = m_costs.block[block];
    for (std::uint32_t i = m_entry.blocks[block].first; i < m_entry.blocks[block].end; ++i)
        if (m_costs.needed[i]) size += m_costs.own[i] + change(i);
    return size;
}

/// What the instruction has more than when all is done, or less.
double MachineSizes::change(std::uint32_t i) const {
    const Instruction& instruction = m_entry.instructions[i];
    const unsigned bits = bitsOf(instruction.type);
    const bool folded = m_costs.own[i] == 0;
    switch (instruction.opcode) {
        case Opcode::Shl: return bits == 64 && folded && !standsElsewhere(i) ? 2 : 0;
        case Opcode::Cvt: return bits == 64 && folded && !standsElsewhere(i) ? 2 : 0;
        case Opcode::Selp: return instruction.type == Type::F64 || isAddedUp(i) ? 1 : 0;
        case Opcode::Max:
        case Opcode::Min: return instruction.type == Type::F64 ? 1 - m_costs.own[i] : 0;
        case Opcode::Mul: return bits == 64 && !isFloat(instruction.type) ? 2 : 0;
        case Opcode::Ex2:
        case Opcode::Sqrt:
        case Opcode::Rsqrt:
        case Opcode::Lg2: return instruction.ftz ? 0 : 1;
        case Opcode::Mov: return bringsNextArray(i) ? 2 : 0;
        default: return 0;
    }
}

/// Is the same found out elsewhere, from where both have it?
bool MachineSizes::standsElsewhere(std::uint32_t i) const {
    const Instruction& instruction = m_entry.instructions[i];
    const std::uint32_t block = m_entry.blockOf(i);
    const Operand& source = instruction.sources[0];
    if (source.kind != Operand::Kind::Register) return false;
    return std::ranges::any_of(m_flow.uses(source.reg), [&](std::uint32_t use) {
        const Instruction& other = m_entry.instructions[use];
        const bool same = use != i && other.opcode == instruction.opcode && other.type == instruction.type &&
                          other.sources[1].bits == instruction.sources[1].bits;
        const std::uint32_t there = m_entry.blockOf(use);
        return same && there != block &&
               (m_graph.dominates(there, block) || m_graph.predecessors(there) == m_graph.predecessors(block));
    });
}

/// Is it a choice of one or nothing for a sum? That becomes a choice between two sums.
bool MachineSizes::isAddedUp(std::uint32_t i) const {
    const Instruction& instruction = m_entry.instructions[i];
    if (instruction.sources[0].kind != Operand::Kind::Immediate || m_flow.constant(instruction.sources[1]) != 0)
        return false;
    const auto uses = m_flow.uses(instruction.destination.reg);
    return uses.size() == 1 && m_entry.instructions[uses.front()].opcode == Opcode::Add;
}

/// Is it the address of an array in shared memory behind another, whose address is known? It is found from that.
bool MachineSizes::bringsNextArray(std::uint32_t i) const {
    const auto array = m_flow.sharedSymbol(m_entry.instructions[i].sources[0]);
    if (!array) return false;
    bool another = false;
    for (std::uint32_t k = 0; k < m_entry.instructions.size(); ++k) {
        if (m_entry.instructions[k].opcode != Opcode::Mov || k == i) continue;
        const auto other = m_flow.sharedSymbol(m_entry.instructions[k].sources[0]);
        const std::uint32_t there = m_entry.blockOf(k);
        const std::uint32_t block = m_entry.blockOf(i);
        const bool before = there == block ? k < i : m_graph.dominates(there, block);
        if (!other || !before) continue;
        if (*other == *array) return false;
        another = true;
    }
    return another;
}

}  // namespace lanescope
