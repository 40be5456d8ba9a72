// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/atomics.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/ptxas/instructions.h"

namespace lanescope::ptxas {

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

AtomicCost Atomics::costOf(std::uint32_t i) const {
    const Instruction& instruction = m_kernel.at(i);
    const bool narrow = !isFloat(instruction.type) && bitsOf(instruction.type) == 32;
    const bool add = instruction.atomOp == AtomOp::Add;
    const bool wanted = instruction.opcode == Opcode::Atom && instruction.destination.kind == Operand::Kind::Register &&
                        !m_kernel.flow.uses(instruction.destination.reg).empty();
    const bool oneAddress = m_kernel.flow.uniform(instruction.sources[0]) && narrow;
    const Architecture::Atomics& table = m_kernel.target.atomics;
    if (instruction.space == Space::Shared) {
        if (add && isFloat(instruction.type))
            return {AtomicKind::Loop, table.floatLoop, table.floatLoopBranches, textOf("ptxas.note.float_atomics"_id)};
        if (!wanted) {
            // ATOMS.POPC.INC counts the lanes itself.
            const bool counts = add && m_kernel.flow.constant(instruction.sources[1]) == 1;
            if (!oneAddress || counts || !isAddedUp(instruction.atomOp) || isOfOneThread(i)) return {};
            return {AtomicKind::Aggregated, table.aggregatedShared, 0, {}};
        }
    }
    if (wanted || instruction.atomOp == AtomOp::Exch || instruction.atomOp == AtomOp::Cas) {
        const bool alone = isOfOneThread(i) && isSame(instruction.sources[1]);
        if (!oneAddress || !add || !wanted || alone) return {};
        // The lanes are added up and share out the result.
        if (m_kernel.flow.uniform(instruction.sources[1])) return {AtomicKind::Aggregated, table.sharedOut, 0, {}};
        return {AtomicKind::Aggregated, table.sharedOutDiffering, table.sharedOutBranches,
                textOf("ptxas.note.differing_atomics"_id)};
    }
    if (!oneAddress || isOfOneThread(i)) return {AtomicKind::Reduction, 1, 0, {}};
    const auto value = m_kernel.flow.constant(instruction.sources[1]);
    if (value && *value == 1) return {AtomicKind::Aggregated, table.countedGlobal, 0, {}};
    const bool same = !add || m_kernel.flow.uniform(instruction.sources[1]);
    return {AtomicKind::Aggregated, same ? table.aggregatedGlobal : table.aggregatedDiffering, 0, {}};
}

/// Do all lanes have the same value, or one that they load from the same place of shared memory?
bool Atomics::isSame(const Operand& operand) const {
    if (m_kernel.flow.uniform(operand)) return true;
    const Instruction* maker = m_kernel.makerOf(operand);
    return maker != nullptr && maker->opcode == Opcode::Ld && maker->space == Space::Shared &&
           m_kernel.flow.uniform(maker->sources[0]);
}

/// What puts the operand there that instruction `use` finds, if it is in the same block or the only one.
const Instruction* Atomics::foundBy(std::uint32_t use, const Operand& operand) const {
    if (operand.kind != Operand::Kind::Register) return nullptr;
    const auto definitions = m_kernel.flow.definitions(operand.reg);
    const auto behind = std::ranges::lower_bound(definitions, use);
    const bool here = behind != definitions.begin() && m_kernel.blockOf(*(behind - 1)) == m_kernel.blockOf(use);
    return here ? &m_kernel.at(*(behind - 1)) : m_kernel.makerOf(operand);
}

/// Is the instruction behind the question whether the thread has a certain number, for that thread only?
bool Atomics::isOfOneThread(std::uint32_t i) const {
    const std::uint32_t block = m_kernel.blockOf(i);
    if (m_kernel.graph.predecessors(block).size() != 1) return false;
    const std::uint32_t before = m_kernel.graph.predecessors(block).front();
    const Instruction& branch = m_kernel.last(before);
    const auto test = branch.guard == ptx::kNoRegister ? std::nullopt : m_kernel.flow.definition(branch.guard);
    if (!test || m_kernel.at(*test).opcode != Opcode::Setp) return false;
    const Instruction& compare = m_kernel.at(*test);
    const Instruction* thread = foundBy(*test, compare.sources[0]);
    const bool asks = thread != nullptr && thread->opcode == Opcode::Mov &&
                      thread->sources[0].kind == Operand::Kind::Special &&
                      thread->sources[0].special == ptx::SpecialRegister::Tid &&
                      m_kernel.flow.constant(compare.sources[1]).has_value();
    const bool taken = branch.target == m_kernel.block(block).first && before + 1 != block;
    const bool equal = compare.comparison == ptx::Comparison::Eq;
    return asks && (equal || compare.comparison == ptx::Comparison::Ne) && (equal != branch.guardNegated) == taken;
}

}  // namespace lanescope::ptxas
