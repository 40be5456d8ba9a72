// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/expansions.h"

namespace lanescope {
using ptx::Instruction;
using ptx::Opcode;
using ptx::Rounding;
using ptx::Type;

Expansion expansionOf(const Instruction& instruction) {
    const bool wide = instruction.type == Type::F64;
    const bool exact = instruction.rounding != Rounding::Approx && instruction.rounding != Rounding::Full;
    const double approximate = instruction.ftz ? 1 : 4;  // scaled around denormals
    switch (instruction.opcode) {
        case Opcode::Div:
            if (wide) return {16, 1, 17};
            if (exact) return {10, 1, 10};
            // Scaled where the divisor is small, and unless it is only approximate where it is great.
            if (instruction.rounding == Rounding::Full) return {instruction.ftz ? 5.0 : 8.0, 0, 1};
            return {instruction.ftz ? 2.0 : 5.0, 0, 1};
        case Opcode::Sqrt:
            if (wide) return {18, 1, 13};
            return exact ? Expansion{10, 1, 6} : Expansion{approximate, 0, 0};
        case Opcode::Rcp:
            if (wide) return exact ? Expansion{11, 1, 10} : Expansion{1, 0, 0};
            if (exact) return {10, 1, 5};
            return instruction.ftz ? Expansion{1, 0, 0} : Expansion{8, 0, 2};
        case Opcode::Rsqrt: return {wide ? 2 : approximate, 0, 0};
        case Opcode::Ex2:
        case Opcode::Lg2: return {approximate, 0, 0};
        case Opcode::Sin:
        case Opcode::Cos: return {2, 0, 1};
        case Opcode::Min:
        case Opcode::Max: return {wide ? 7.0 : 1.0, 0, 0};
        default: return {1, 0, 0};
    }
}

bool isExpanded(Opcode opcode) {
    switch (opcode) {
        case Opcode::Div:
        case Opcode::Sqrt:
        case Opcode::Rcp:
        case Opcode::Rsqrt:
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Sin:
        case Opcode::Cos:
        case Opcode::Tanh: return true;
        default: return false;
    }
}

SlowPath slowPathOf(const Instruction& instruction) {
    const bool wide = instruction.type == Type::F64;
    switch (instruction.opcode) {
        case Opcode::Div: return wide ? SlowPath{56, 0, 6} : SlowPath{34, 0, 8};
        case Opcode::Sqrt: return wide ? SlowPath{15, 0, 4} : SlowPath{11, 4, 4};
        case Opcode::Rcp: return wide ? SlowPath{} : SlowPath{21, 4, 5};
        default: return {};
    }
}

}  // namespace lanescope
