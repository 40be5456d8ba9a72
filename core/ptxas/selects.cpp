// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/selects.h"

#include <algorithm>

namespace lanescope::ptxas {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

bool Selects::isMadeInPlace(std::uint32_t select) const {
    const auto& sources = m_kernel.at(select).sources;
    if (readsTarget(select, sources[0]) && readsTarget(select, sources[1])) return false;
    for (unsigned made = 0; made < 2; ++made)
        if (canBePredicated(select, sources.at(made)) && isFree(select, sources.at(1 - made))) return true;
    return false;
}

/// Is it made in the same block for this selection alone, by something that can be done under a predicate?
bool Selects::canBePredicated(std::uint32_t select, const Operand& made) const {
    const auto from = m_kernel.neededMakerOf(made);
    if (!from || m_kernel.blockOf(*from) != m_kernel.blockOf(select) || m_kernel.uses.count(made.reg) != 1)
        return false;
    const Instruction& instruction = m_kernel.at(*from);
    switch (instruction.opcode) {
        case Opcode::Mov:
        case Opcode::Cvta:
        case Opcode::Copysign:
        case Opcode::Shfl:
        case Opcode::Vote:
        case Opcode::Atom:
        case Opcode::Div:
        case Opcode::Rem: return false;
        case Opcode::Neg:
        case Opcode::Abs: return !isFloat(instruction.type);  // FSEL does that itself
        case Opcode::Ld: return instruction.space == ptx::Space::Global || instruction.space == ptx::Space::Shared;
        default: return true;
    }
}

/// Is it made of what the selection's target holds until then? If both are, that stays where it is until both are made.
bool Selects::readsTarget(std::uint32_t select, const Operand& operand) const {
    const auto from = m_kernel.neededMakerOf(operand);
    return from && std::ranges::count(ptx::registersRead(m_kernel.at(*from)), m_kernel.at(select).destination.reg) != 0;
}

/// Does nobody want the other value any longer?
bool Selects::isFree(std::uint32_t select, const Operand& other) const {
    if (other.kind != Operand::Kind::Register || m_kernel.flow.constant(other)) return false;
    if (other.reg == m_kernel.at(select).destination.reg) return true;
    const auto from = m_kernel.neededMakerOf(other);
    if (!from || !m_kernel.graph.sameLoop(m_kernel.blockOf(*from), m_kernel.blockOf(select))) return false;
    const Instruction& maker = m_kernel.at(*from);
    if (maker.opcode == Opcode::Ld && maker.space == ptx::Space::Param && m_kernel.uses.count(other.reg) > 1)
        return false;
    if (maker.opcode == Opcode::Mov || maker.opcode == Opcode::Cvta) return false;
    return m_kernel.uses.last(other.reg) <= select;
}

std::optional<std::uint32_t> Selects::comparisonOfExtreme(std::uint32_t select) const {
    using enum ptx::Comparison;
    const Instruction& chosen = m_kernel.at(select);
    const auto test = m_kernel.neededMakerOf(chosen.sources[2]);
    if (!test || m_kernel.at(*test).opcode != Opcode::Setp || m_kernel.uses.count(chosen.sources[2].reg) != 1)
        return std::nullopt;
    const Instruction& compare = m_kernel.at(*test);
    const bool integers = compare.type == ptx::Type::S32 || compare.type == ptx::Type::U32;
    const bool order =
        compare.comparison == Lt || compare.comparison == Le || compare.comparison == Gt || compare.comparison == Ge;
    if (!integers || !order || compare.boolOp != ptx::BoolOp::None) return std::nullopt;
    const auto same = [&](unsigned a, unsigned b) {
        const Operand& left = compare.sources.at(a);
        const Operand& right = chosen.sources.at(b);
        if (left.kind == Operand::Kind::Register && right.kind == Operand::Kind::Register) return left.reg == right.reg;
        return m_kernel.flow.constant(left) && m_kernel.flow.constant(left) == m_kernel.flow.constant(right);
    };
    return (same(0, 0) && same(1, 1)) || (same(0, 1) && same(1, 0)) ? test : std::nullopt;
}

}  // namespace lanescope::ptxas
