// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/instruction_classes.h"

namespace lanescope {
namespace {

using program::Opcode;
using program::Type;

/// Of calculations and comparisons, by what they work on.
InstructionClass byType(Type type) {
    switch (type) {
        case Type::F16:
        case Type::BF16:
        case Type::F16x2:
        case Type::BF16x2: return InstructionClass::Fp16;
        case Type::F32: return InstructionClass::Fp32;
        case Type::F64: return InstructionClass::Fp64;
        default: return InstructionClass::Integer;
    }
}

/// A kernel's parameters, and those of functions, are operands of the machine's instructions or in registers.
bool isParameter(program::Space space) { return space == program::Space::Param || space == program::Space::Slot; }

}  // namespace

InstructionClass classOf(const program::Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::Popc:
        case Opcode::Clz:
        case Opcode::Bfind:
        case Opcode::Brev:
        case Opcode::Bfe:
        case Opcode::Bfi:
        case Opcode::Bmsk:
        case Opcode::Szext:
        case Opcode::Fns:
        case Opcode::And:
        case Opcode::Or:
        case Opcode::Xor:
        case Opcode::Not:
        case Opcode::Cnot:
        case Opcode::Shl:
        case Opcode::Shr:
        case Opcode::Shf:
        case Opcode::Lop3:
        case Opcode::Prmt: return InstructionClass::Bit;
        case Opcode::Cvt: return InstructionClass::Conversion;
        case Opcode::Ld:
        case Opcode::St: return isParameter(instruction.space) ? InstructionClass::Misc : InstructionClass::Memory;
        case Opcode::Atom:
        case Opcode::Red:
        case Opcode::Prefetch:
        case Opcode::CpAsync:
        case Opcode::Membar:
        case Opcode::Mbarrier: return InstructionClass::Memory;
        case Opcode::Bra:
        case Opcode::Brx:
        case Opcode::Call:
        case Opcode::Ret:
        case Opcode::Exit:
        case Opcode::Trap:
        case Opcode::Brkpt:
        case Opcode::Bar:
        case Opcode::BarWarp:
        case Opcode::Nanosleep:
        case Opcode::CpAsyncCommit:
        case Opcode::CpAsyncWait:
        case Opcode::CpAsyncMbarrier: return InstructionClass::Control;
        case Opcode::Shfl:
        case Opcode::Vote:
        case Opcode::Activemask:
        case Opcode::Match:
        case Opcode::Redux:
        case Opcode::Elect: return InstructionClass::Communication;
        case Opcode::Mov:
        case Opcode::Cvta:
        case Opcode::Isspacep:
        case Opcode::Selp:
        case Opcode::Slct: return InstructionClass::Misc;
        case Opcode::Set: return byType(instruction.sourceType);
        default: return byType(instruction.type);
    }
}

std::string_view metricOf(InstructionClass kind) {
    switch (kind) {
        case InstructionClass::Integer: return "integer_instructions";
        case InstructionClass::Bit: return "bit_instructions";
        case InstructionClass::Fp16: return "fp16_instructions";
        case InstructionClass::Fp32: return "fp32_instructions";
        case InstructionClass::Fp64: return "fp64_instructions";
        case InstructionClass::Conversion: return "conversion_instructions";
        case InstructionClass::Memory: return "memory_instructions";
        case InstructionClass::Control: return "control_instructions";
        case InstructionClass::Communication: return "communication_instructions";
        case InstructionClass::Misc: return "misc_instructions";
    }
    return "";
}

}  // namespace lanescope
