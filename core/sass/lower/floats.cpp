// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of floats, single and double; MUFU's approximations.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::Rounding;
using program::Type;

/// Refuses modifiers that are not among the known ones.
bool takeModifiers(Lowering& l, const Instruction& from, Code& to) {
    to.rounding = Rounding::Rn;
    for (const std::string& modifier : from.modifiers) {
        if (modifier == "FTZ")
            to.ftz = true;
        else if (modifier == "SAT")
            to.saturate = true;
        else if (modifier == "RZ")
            to.rounding = Rounding::Rz;
        else if (modifier == "RM")
            to.rounding = Rounding::Rm;
        else if (modifier == "RP")
            to.rounding = Rounding::Rp;
        else
            l.refuse();
    }
    return !l.refused();
}

void arithmetic(Lowering& l, const Instruction& from, Code& to, Opcode opcode, Type type, std::size_t inputs) {
    to.opcode = opcode;
    to.type = type;
    if (!takeModifiers(l, from, to)) return;
    to.destination = l.to(l.operand(from, 0), bitsOf(type));
    for (std::size_t k = 0; k < inputs; ++k) to.sources[k] = l.value(l.operand(from, 1 + k), bitsOf(type));
    to.sourceCount = static_cast<std::uint8_t>(inputs);
}

void fadd(Lowering& l, const Instruction& from, Code& to) {
    arithmetic(l, from, to, Opcode::Add, Type::F32, 2);
    Lowering::subtract(to);
}
void fmul(Lowering& l, const Instruction& from, Code& to) { arithmetic(l, from, to, Opcode::Mul, Type::F32, 2); }
void ffma(Lowering& l, const Instruction& from, Code& to) { arithmetic(l, from, to, Opcode::Fma, Type::F32, 3); }
void dadd(Lowering& l, const Instruction& from, Code& to) {
    arithmetic(l, from, to, Opcode::Add, Type::F64, 2);
    Lowering::subtract(to);
}
void dmul(Lowering& l, const Instruction& from, Code& to) { arithmetic(l, from, to, Opcode::Mul, Type::F64, 2); }
void dfma(Lowering& l, const Instruction& from, Code& to) { arithmetic(l, from, to, Opcode::Fma, Type::F64, 3); }

/// FMNMX R0, R2, R4, PT: the least where the predicate holds.
void fmnmx(Lowering& l, const Instruction& from, Code& to) {
    std::size_t first = 1;
    if (l.operand(from, 1).kind == OperandKind::Predicate && l.operand(from, 1).number == kFixed) ++first;
    const Operand& which = l.operand(from, first + 2);
    if (which.kind != OperandKind::Predicate || which.number != kFixed) return l.refuse();
    to.opcode = which.negated ? Opcode::Max : Opcode::Min;
    to.type = Type::F32;
    for (const std::string& modifier : from.modifiers) {
        if (modifier == "FTZ")
            to.ftz = true;
        else if (modifier == "NAN")
            to.nan = true;
        else
            l.refuse();
    }
    to.destination = l.toWord(l.operand(from, 0));
    for (std::size_t k = 0; k < 2; ++k) to.sources[k] = l.word(l.operand(from, first + k));
    to.sourceCount = 2;
}

struct Function {
    std::string_view name;
    Opcode opcode;
    Type type;
};
/// SIN and COS take parts of a turn, not radians: a product by 1 / 2 pi has come before.
constexpr std::array kFunctions{
    Function{"RCP", Opcode::Rcp, Type::F32},        Function{"RSQ", Opcode::Rsqrt, Type::F32},
    Function{"SQRT", Opcode::Sqrt, Type::F32},      Function{"EX2", Opcode::Ex2, Type::F32},
    Function{"LG2", Opcode::Lg2, Type::F32},        Function{"TANH", Opcode::Tanh, Type::F32},
    Function{"SIN", Opcode::SinTurns, Type::F32},   Function{"COS", Opcode::CosTurns, Type::F32},
    Function{"RCP64H", Opcode::RcpHigh, Type::B32}, Function{"RSQ64H", Opcode::RsqrtHigh, Type::B32}};

/// Of floats MUFU takes subnormals for zeros, and leaves none. F16 and BF16: of one half of a word.
void mufu(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"RCP", "RSQ", "SQRT", "EX2", "LG2", "TANH", "SIN", "COS", "RCP64H", "RSQ64H", "F16", "BF16"});
    const bool half = from.has("F16") || from.has("BF16");
    for (const Function& function : kFunctions) {
        if (!from.has(function.name)) continue;
        to.opcode = function.opcode;
        to.type = from.has("F16") ? Type::F16x2 : from.has("BF16") ? Type::BF16x2 : function.type;
        to.rounding = Rounding::Approx;
        to.ftz = to.type == Type::F32;
        to.destination = l.toWord(l.operand(from, 0));
        to.sources[0] = half ? l.portion(l.operand(from, 1)) : l.word(l.operand(from, 1));
        to.sourceCount = 1;
        if (half && to.opcode != Opcode::Ex2 && to.opcode != Opcode::Tanh) l.refuse();
        return;
    }
    l.refuse();
}

constexpr std::array kForms{Form{"FADD", fadd},        Form{"UFADD", fadd, true},   Form{"FMUL", fmul},
                            Form{"UFMUL", fmul, true}, Form{"FFMA", ffma},          Form{"UFFMA", ffma, true},
                            Form{"DADD", dadd},        Form{"DMUL", dmul},          Form{"DFMA", dfma},
                            Form{"FMNMX", fmnmx},      Form{"UFMNMX", fmnmx, true}, Form{"MUFU", mufu}};

}  // namespace

std::span<const Form> floatForms() { return kForms; }

}  // namespace lanescope::sass
