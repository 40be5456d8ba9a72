// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/expansions.h"

namespace lanescope::ptxas {
using ptx::Instruction;
using ptx::Opcode;
using ptx::Rounding;
using ptx::Type;

Expansion expansionOf(const Instruction& instruction, const Architecture::Floating& table) {
    const bool wide = instruction.type == Type::F64;
    const bool ftz = instruction.ftz;
    const bool exact = instruction.rounding != Rounding::Approx && instruction.rounding != Rounding::Full;
    const Expansion& approximate = ftz ? table.functionFtz : table.function;
    switch (instruction.opcode) {
        case Opcode::Div:
            if (wide) return table.quotient64;
            if (exact) return table.quotient;
            // Scaled where the divisor is small, and unless it is only approximate where it is great.
            if (instruction.rounding == Rounding::Full) return ftz ? table.quotientFullFtz : table.quotientFull;
            return ftz ? table.quotientApproxFtz : table.quotientApprox;
        case Opcode::Sqrt:
            if (wide) return table.root64;
            return exact ? table.root : approximate;
        case Opcode::Rcp:
            if (wide) return exact ? table.reciprocal64 : Expansion{};
            if (exact) return table.reciprocal;
            return ftz ? table.reciprocalApproxFtz : table.reciprocalApprox;
        case Opcode::Rsqrt: return wide ? table.reciprocalRoot64 : approximate;
        case Opcode::Ex2:
        case Opcode::Lg2: return approximate;
        case Opcode::Sin:
        case Opcode::Cos: return table.sine;
        case Opcode::Min:
        case Opcode::Max: return wide ? table.extreme64 : Expansion{};
        default: return {};
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

SlowPath slowPathOf(const Instruction& instruction, const Architecture::Floating& table) {
    const bool wide = instruction.type == Type::F64;
    switch (instruction.opcode) {
        case Opcode::Div: return wide ? table.slowQuotient64 : table.slowQuotient;
        case Opcode::Sqrt: return wide ? table.slowRoot64 : table.slowRoot;
        case Opcode::Rcp: return wide ? SlowPath{} : table.slowReciprocal;
        default: return {};
    }
}

}  // namespace lanescope::ptxas
