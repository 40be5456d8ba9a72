// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/instructions.h"

#include <algorithm>

namespace lanescope {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

bool isGlobal(const Instruction& instruction) {
    return instruction.space == ptx::Space::Global || instruction.space == ptx::Space::Generic;
}

bool isGlobalLoad(const Instruction& instruction) { return instruction.opcode == Opcode::Ld && isGlobal(instruction); }

bool loadsGlobal(const ptx::Entry& entry, std::uint32_t block) {
    const ptx::BasicBlock& own = entry.blocks[block];
    return std::any_of(entry.instructions.begin() + own.first, entry.instructions.begin() + own.end, isGlobalLoad);
}

bool isAtomic(const Instruction& instruction) {
    return instruction.opcode == Opcode::Atom || instruction.opcode == Opcode::Red;
}

bool isStep(const Instruction& instruction) {
    const Operand& from = instruction.sources[0];
    return (instruction.opcode == Opcode::Add || instruction.opcode == Opcode::Sub) && !isFloat(instruction.type) &&
           instruction.destination.kind == Operand::Kind::Register && from.kind == Operand::Kind::Register &&
           from.reg == instruction.destination.reg;
}

const Instruction* makerOf(const ptx::Entry& entry, const ptx::Dataflow& flow, const Operand& operand) {
    const auto at = flow.definition(operand);
    return at ? &entry.instructions[*at] : nullptr;
}

}  // namespace lanescope
