// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/sizes.h"

#include <algorithm>

namespace lanescope::ptxas {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

double Sizes::of(std::uint32_t block) const {
    double size = m_costs.block[block];
    for (std::uint32_t i = m_kernel.block(block).first; i < m_kernel.block(block).end; ++i)
        if (m_kernel.needed[i]) size += m_costs.own[i] + change(i);
    return size;
}

/// What the instruction has more than when all is done, or less.
double Sizes::change(std::uint32_t i) const {
    const Instruction& instruction = m_kernel.at(i);
    const unsigned bits = bitsOf(instruction.type);
    const bool folded = m_costs.own[i] == 0;
    const Architecture::Sizes& table = m_kernel.target.sizes;
    switch (instruction.opcode) {
        case Opcode::Shl: return bits == 64 && folded && !standsElsewhere(i) ? table.joinedShift : 0;
        case Opcode::Cvt: return bits == 64 && folded && !standsElsewhere(i) ? table.joinedExtension : 0;
        case Opcode::Selp: return instruction.type == Type::F64 || isAddedUp(i) ? table.selection : 0;
        case Opcode::Max:
        case Opcode::Min: return instruction.type == Type::F64 ? table.extreme64 - m_costs.own[i] : 0;
        case Opcode::Mul: return bits == 64 && !isFloat(instruction.type) ? table.product : 0;
        case Opcode::Ex2:
        case Opcode::Sqrt:
        case Opcode::Rsqrt:
        case Opcode::Lg2: return instruction.ftz ? 0 : table.function;
        case Opcode::Mov: return bringsNextArray(i) ? table.nextArray : 0;
        default: return 0;
    }
}

/// Is the same found out elsewhere, from where both have it?
bool Sizes::standsElsewhere(std::uint32_t i) const {
    const Instruction& instruction = m_kernel.at(i);
    const std::uint32_t block = m_kernel.blockOf(i);
    const Operand& source = instruction.sources[0];
    if (source.kind != Operand::Kind::Register) return false;
    return std::ranges::any_of(m_kernel.flow.uses(source.reg), [&](std::uint32_t use) {
        const Instruction& other = m_kernel.at(use);
        const bool same = use != i && other.opcode == instruction.opcode && other.type == instruction.type &&
                          other.sources[1].bits == instruction.sources[1].bits;
        const std::uint32_t there = m_kernel.blockOf(use);
        return same && there != block &&
               (m_kernel.graph.dominates(there, block) ||
                m_kernel.graph.predecessors(there) == m_kernel.graph.predecessors(block));
    });
}

/// Is it a choice of one or nothing for a sum? That becomes a choice between two sums.
bool Sizes::isAddedUp(std::uint32_t i) const {
    const Instruction& instruction = m_kernel.at(i);
    if (instruction.sources[0].kind != Operand::Kind::Immediate || m_kernel.flow.constant(instruction.sources[1]) != 0)
        return false;
    const auto uses = m_kernel.flow.uses(instruction.destination.reg);
    return uses.size() == 1 && m_kernel.at(uses.front()).opcode == Opcode::Add;
}

/// Is it the address of an array in shared memory behind another, whose address is known? It is found from that.
bool Sizes::bringsNextArray(std::uint32_t i) const {
    const auto array = m_kernel.flow.sharedSymbol(m_kernel.at(i).sources[0]);
    if (!array) return false;
    bool another = false;
    for (std::uint32_t k = 0; k < m_kernel.size(); ++k) {
        if (m_kernel.at(k).opcode != Opcode::Mov || k == i) continue;
        const auto other = m_kernel.flow.sharedSymbol(m_kernel.at(k).sources[0]);
        const std::uint32_t there = m_kernel.blockOf(k);
        const std::uint32_t block = m_kernel.blockOf(i);
        const bool before = there == block ? k < i : m_kernel.graph.dominates(there, block);
        if (!other || !before) continue;
        if (*other == *array) return false;
        another = true;
    }
    return another;
}

}  // namespace lanescope::ptxas
