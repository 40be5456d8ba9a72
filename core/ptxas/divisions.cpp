// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/divisions.h"

#include <algorithm>

namespace lanescope {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

constexpr double kReciprocal = 8;
constexpr double kOtherHalf = 3;  ///< the remainder where there is the quotient already, or the other way round

}  // namespace

MachineDivisions::Cost MachineDivisions::costOf(std::uint32_t i) {
    const Instruction& instruction = m_entry.instructions[i];
    const bool division = instruction.opcode == Opcode::Div;
    const bool sign = instruction.type == ptx::Type::S32 || instruction.type == ptx::Type::S16;
    double whole = division ? (sign ? 23 : 18) : (sign ? 21 : 17);
    const Operand& divisor = instruction.sources[1];
    if (divisor.kind != Operand::Kind::Register) return {whole, 0, 0};
    const auto maker = m_flow.definition(divisor.reg);
    const bool parameter = maker && m_entry.instructions[*maker].opcode == Opcode::Ld &&
                           m_entry.instructions[*maker].space == ptx::Space::Param;
    if (sign && !parameter) whole += 2;
    const Operand& dividend = instruction.sources[0];
    const std::uint32_t block = m_entry.blockOf(i);
    const auto isKnown = [&](const Known& other) {
        return other.divisor == divisor.reg && m_graph.dominates(other.block, block);
    };
    const bool repeats = dividend.kind == Operand::Kind::Register && m_flow.definition(dividend.reg) &&
                         std::ranges::any_of(m_known, [&](const Known& other) {
                             return isKnown(other) && other.dividend == dividend.reg;
                         });
    if (repeats) return {kOtherHalf, 0, 0};
    const auto known = std::ranges::find_if(m_known, isKnown);
    const bool first = known == m_known.end();
    const std::uint32_t place = first ? placeOfReciprocal(divisor.reg, block) : known->reciprocal;
    m_known.push_back(
        {dividend.kind == Operand::Kind::Register ? dividend.reg : ptx::kNoRegister, divisor.reg, block, place});
    if (place == block && first) return {whole, 0, 0};
    // The divisor's amount, and whether it is zero, are found once too, but in a loop anew each time.
    const bool sameLoop = m_graph.loops().around(place) == m_graph.loops().around(block);
    const double shared = sameLoop ? (sign ? 2 : 1) : 0;
    return {whole - kReciprocal - shared, first ? kReciprocal : 0, place};
}

/// Before the innermost loop, if the divisor does not change in it.
std::uint32_t MachineDivisions::placeOfReciprocal(ptx::RegisterId divisor, std::uint32_t block) const {
    const std::uint32_t loop = m_graph.loops().around(block);
    if (loop == ptx::Loops::kNone || !m_graph.isInnermost(loop)) return block;
    const bool changes = std::ranges::any_of(m_flow.definitions(divisor), [&](std::uint32_t definition) {
        return m_graph.loopContains(loop, m_entry.blockOf(definition));
    });
    return changes ? block : m_graph.before(loop);
}

}  // namespace lanescope
