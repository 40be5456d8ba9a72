// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/instructions.h"

namespace lanescope::ptxas {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

bool isGlobal(const Instruction& instruction) {
    return instruction.space == ptx::Space::Global || instruction.space == ptx::Space::Generic;
}

bool isGlobalLoad(const Instruction& instruction) { return instruction.opcode == Opcode::Ld && isGlobal(instruction); }

bool isAtomic(const Instruction& instruction) {
    return instruction.opcode == Opcode::Atom || instruction.opcode == Opcode::Red;
}

bool isStep(const Instruction& instruction) {
    const Operand& from = instruction.sources[0];
    return (instruction.opcode == Opcode::Add || instruction.opcode == Opcode::Sub) && !isFloat(instruction.type) &&
           instruction.destination.kind == Operand::Kind::Register && from.kind == Operand::Kind::Register &&
           from.reg == instruction.destination.reg;
}

}  // namespace lanescope::ptxas
