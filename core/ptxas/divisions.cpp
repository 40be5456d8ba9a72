// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/divisions.h"

#include <algorithm>

namespace lanescope::ptxas {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

Divisions::Cost Divisions::costOf(std::uint32_t i) {
    const Instruction& instruction = m_kernel.at(i);
    const bool division = instruction.opcode == Opcode::Div;
    const bool sign = instruction.type == ptx::Type::S32 || instruction.type == ptx::Type::S16;
    const Architecture::Division& table = m_kernel.target.division;
    double whole = division ? (sign ? table.quotientSigned : table.quotientUnsigned)
                            : (sign ? table.remainderSigned : table.remainderUnsigned);
    const Operand& divisor = instruction.sources[1];
    if (divisor.kind != Operand::Kind::Register) return {whole, 0, 0};
    const auto maker = m_kernel.flow.definition(divisor.reg);
    const bool parameter =
        maker && m_kernel.at(*maker).opcode == Opcode::Ld && m_kernel.at(*maker).space == ptx::Space::Param;
    if (sign && !parameter) whole += table.signOfDivisor;
    const Operand& dividend = instruction.sources[0];
    const std::uint32_t block = m_kernel.blockOf(i);
    const auto isKnown = [&](const Known& other) {
        return other.divisor == divisor.reg && m_kernel.graph.dominates(other.block, block);
    };
    const bool repeats = dividend.kind == Operand::Kind::Register && m_kernel.flow.definition(dividend.reg) &&
                         std::ranges::any_of(m_known, [&](const Known& other) {
                             return isKnown(other) && other.dividend == dividend.reg;
                         });
    if (repeats) return {table.otherHalf, 0, 0};
    const auto known = std::ranges::find_if(m_known, isKnown);
    const bool first = known == m_known.end();
    const std::uint32_t place = first ? placeOfReciprocal(divisor.reg, block) : known->reciprocal;
    m_known.push_back(
        {dividend.kind == Operand::Kind::Register ? dividend.reg : ptx::kNoRegister, divisor.reg, block, place});
    if (place == block && first) return {whole, 0, 0};
    // The divisor's amount, and whether it is zero, are found once too, but in a loop anew each time.
    const bool sameLoop = m_kernel.graph.loops().around(place) == m_kernel.graph.loops().around(block);
    const double shared = sameLoop ? (sign ? table.knownSigned : table.knownUnsigned) : 0;
    return {whole - table.reciprocal - shared, first ? table.reciprocal : 0, place};
}

/// Before the innermost loop, if the divisor does not change in it.
std::uint32_t Divisions::placeOfReciprocal(ptx::RegisterId divisor, std::uint32_t block) const {
    const std::uint32_t loop = m_kernel.graph.loops().around(block);
    if (loop == ptx::Loops::kNone || !m_kernel.graph.isInnermost(loop)) return block;
    const bool changes = std::ranges::any_of(m_kernel.flow.definitions(divisor), [&](std::uint32_t definition) {
        return m_kernel.graph.loopContains(loop, m_kernel.blockOf(definition));
    });
    return changes ? block : m_kernel.graph.before(loop);
}

}  // namespace lanescope::ptxas
