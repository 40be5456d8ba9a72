// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/atomics.h"

#include <algorithm>

#include "core/ptxas/instructions.h"

namespace lanescope {

using ptx::AtomOp;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Space;

/// Does ptxas add such operations on one address of shared memory up within the warp first?
static bool isAddedUp(AtomOp op) {
    return op == AtomOp::Add || op == AtomOp::Min || op == AtomOp::Max || op == AtomOp::And || op == AtomOp::Or ||
           op == AtomOp::Xor;
}

AtomicCost MachineAtomics::costOf(std::uint32_t i) const {
    const Instruction& instruction = m_entry.instructions[i];
    const bool narrow = !isFloat(instruction.type) && bitsOf(instruction.type) == 32;
    const bool add = instruction.atomOp == AtomOp::Add;
    const bool wanted = instruction.opcode == Opcode::Atom && instruction.destination.kind == Operand::Kind::Register &&
                        !m_flow.uses(instruction.destination.reg).empty();
    const bool oneAddress = m_flow.uniform(instruction.sources[0]) && narrow;
    if (instruction.space == Space::Shared) {
        if (add && isFloat(instruction.type))
            return {AtomicKind::Loop, 7, 1, "atomic addition of floats in shared memory"};
        if (!wanted) {
            // ATOMS.POPC.INC counts the lanes itself.
            const bool counts = add && m_flow.constant(instruction.sources[1]) == 1;
            if (!oneAddress || counts || !isAddedUp(instruction.atomOp) || isOfOneThread(i)) return {};
            return {AtomicKind::Aggregated, 7, 0, {}};
        }
    }
    if (wanted || instruction.atomOp == AtomOp::Exch || instruction.atomOp == AtomOp::Cas) {
        const bool alone = isOfOneThread(i) && isSame(instruction.sources[1]);
        if (!oneAddress || !add || !wanted || alone) return {};
        // The lanes are added up and share out the result.
        if (m_flow.uniform(instruction.sources[1])) return {AtomicKind::Aggregated, 12, 0, {}};
        return {AtomicKind::Aggregated, 28, 1,
                "an atomic whose result is wanted, with different values at one address"};
    }
    if (!oneAddress || isOfOneThread(i)) return {AtomicKind::Reduction, 1, 0, {}};
    const auto value = m_flow.constant(instruction.sources[1]);
    if (value && *value == 1) return {AtomicKind::Aggregated, 6, 0, {}};
    return {AtomicKind::Aggregated, !add || m_flow.uniform(instruction.sources[1]) ? 7.0 : 8.0, 0, {}};
}

/// Do all lanes have the same value, or one that they load from the same place of shared memory?
bool MachineAtomics::isSame(const Operand& operand) const {
    if (m_flow.uniform(operand)) return true;
    const Instruction* maker = makerOf(m_entry, m_flow, operand);
    return maker != nullptr && maker->opcode == Opcode::Ld && maker->space == Space::Shared &&
           m_flow.uniform(maker->sources[0]);
}

/// What puts the operand there that instruction `use` finds, if it is in the same block or the only one.
const Instruction* MachineAtomics::foundBy(std::uint32_t use, const Operand& operand) const {
    if (operand.kind != Operand::Kind::Register) return nullptr;
    const auto definitions = m_flow.definitions(operand.reg);
    const auto behind = std::ranges::lower_bound(definitions, use);
    const bool here = behind != definitions.begin() && m_entry.blockOf(*(behind - 1)) == m_entry.blockOf(use);
    return here ? &m_entry.instructions[*(behind - 1)] : makerOf(m_entry, m_flow, operand);
}

/// Is the instruction behind the question whether the thread has a certain number, for that thread only?
bool MachineAtomics::isOfOneThread(std::uint32_t i) const {
    const std::uint32_t block = m_entry.blockOf(i);
    if (m_graph.predecessors(block).size() != 1) return false;
    const std::uint32_t before = m_graph.predecessors(block).front();
    const Instruction& branch = m_entry.instructions[m_entry.blocks[before].end - 1];
    const auto test = branch.guard == ptx::kNoRegister ? std::nullopt : m_flow.definition(branch.guard);
    if (!test || m_entry.instructions[*test].opcode != Opcode::Setp) return false;
    const Instruction& compare = m_entry.instructions[*test];
    const Instruction* thread = foundBy(*test, compare.sources[0]);
    const bool asks =
        thread != nullptr && thread->opcode == Opcode::Mov && thread->sources[0].kind == Operand::Kind::Special &&
        thread->sources[0].special == ptx::SpecialRegister::Tid && m_flow.constant(compare.sources[1]).has_value();
    const bool taken = branch.target == m_entry.blocks[block].first && before + 1 != block;
    const bool equal = compare.comparison == ptx::Comparison::Eq;
    return asks && (equal || compare.comparison == ptx::Comparison::Ne) && (equal != branch.guardNegated) == taken;
}

}  // namespace lanescope
