// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of floats: single, double and pairs of halves; MUFU's approximations.
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
    if (l.operand(from, 1).kind == OperandKind::Predicate && from.operands[1].number == kFixed) ++first;
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
/// SIN and COS take revolutions, not radians: RRO or a product by 1 / 2 pi has come before.
constexpr std::array kFunctions{
    Function{"RCP", Opcode::Rcp, Type::F32},        Function{"RSQ", Opcode::Rsqrt, Type::F32},
    Function{"SQRT", Opcode::Sqrt, Type::F32},      Function{"EX2", Opcode::Ex2, Type::F32},
    Function{"LG2", Opcode::Lg2, Type::F32},        Function{"TANH", Opcode::Tanh, Type::F32},
    Function{"RCP64H", Opcode::RcpHigh, Type::B32}, Function{"RSQ64H", Opcode::RsqrtHigh, Type::B32}};

/// Results are the host's, rounded to nearest; the hardware's differ from them in the last bits.
void mufu(Lowering& l, const Instruction& from, Code& to) {
    if (from.modifiers.size() != 1) return l.refuse();
    for (const Function& function : kFunctions) {
        if (from.modifiers[0] != function.name) continue;
        to.opcode = function.opcode;
        to.type = function.type;
        to.rounding = Rounding::Approx;
        to.destination = l.toWord(l.operand(from, 0));
        to.sources[0] = l.word(l.operand(from, 1));
        to.sourceCount = 1;
        return;
    }
    l.refuse();
}

/// HFMA2.MMA R0, -RZ, RZ, 1.875, 0: two numbers side by side, often a constant that is made so.
bool isHalf(const Operand& operand) { return operand.kind == OperandKind::FloatImmediate; }
void half2(Lowering& l, const Instruction& from, Code& to, Opcode opcode, std::size_t inputs) {
    to.opcode = opcode;
    to.type = Type::F16x2;
    to.rounding = Rounding::Rn;
    for (const std::string& modifier : from.modifiers) {
        if (modifier == "FTZ")
            to.ftz = true;
        else if (modifier == "SAT")
            to.saturate = true;
        else if (modifier == "RELU")
            to.relu = true;
        else if (modifier != "MMA" && modifier != "V2")
            l.refuse();
    }
    to.destination = l.toWord(l.operand(from, 0));
    std::size_t k = 1;
    for (std::size_t n = 0; n < inputs; ++n) {
        const Operand& operand = l.operand(from, k++);
        if (isHalf(operand)) {  // the upper half comes first
            const auto bits = static_cast<std::uint64_t>(operand.value) & 0xffffU;
            const auto low = static_cast<std::uint64_t>(l.operand(from, k++).value) & 0xffffU;
            to.sources[n] = Lowering::immediate(bits << 16 | low);
        } else {
            to.sources[n] = l.portion(operand);
        }
    }
    to.sourceCount = static_cast<std::uint8_t>(inputs);
}
/// HADD2.F32 R0, -RZ, R2.H0_H0: a half becomes a float.
void widenHalf(Lowering& l, const Instruction& from, Code& to) {
    const Operand& zero = l.operand(from, 1);
    if (from.modifiers.size() != 1 || zero.number != kFixed || zero.kind != OperandKind::Register) return l.refuse();
    to.opcode = Opcode::Cvt;
    to.type = Type::F32;
    to.sourceType = Type::F16;
    to.destination = l.toWord(l.operand(from, 0));
    to.sources[0] = l.portion(l.operand(from, 2));
    to.sourceCount = 1;
}
/// HFMA2.MMA R0, -RZ, RZ, 1.875, 0 is how a number of the code comes into a register: the product is -0.
bool isNumber(const Instruction& from) {
    if (from.operands.size() != 5 || !isHalf(from.operands[3]) || !isHalf(from.operands[4])) return false;
    const auto isZero = [](const Operand& operand) {
        return operand.kind == OperandKind::Register && operand.number == kFixed;
    };
    const bool plain = from.modifiers.empty() || (from.modifiers.size() == 1 && from.modifiers[0] == "MMA");
    return plain && isZero(from.operands[1]) && isZero(from.operands[2]) &&
           from.operands[1].negated != from.operands[2].negated;
}
void hfma2(Lowering& l, const Instruction& from, Code& to) {
    half2(l, from, to, Opcode::Fma, 3);
    if (l.refused() || !isNumber(from)) return;
    to.opcode = Opcode::Mov;
    to.type = Type::B32;
    to.rounding = Rounding::None;
    to.sources = {to.sources[2]};
    to.sourceCount = 1;
}
void hadd2(Lowering& l, const Instruction& from, Code& to) {
    if (from.has("F32")) return widenHalf(l, from, to);
    half2(l, from, to, Opcode::Add, 2);
}
void hmul2(Lowering& l, const Instruction& from, Code& to) { half2(l, from, to, Opcode::Mul, 2); }

constexpr std::array kForms{Form{"FADD", fadd},        Form{"UFADD", fadd, true},   Form{"FMUL", fmul},
                            Form{"UFMUL", fmul, true}, Form{"FFMA", ffma},          Form{"UFFMA", ffma, true},
                            Form{"DADD", dadd},        Form{"DMUL", dmul},          Form{"DFMA", dfma},
                            Form{"FMNMX", fmnmx},      Form{"UFMNMX", fmnmx, true}, Form{"MUFU", mufu},
                            Form{"HFMA2", hfma2},      Form{"HADD2", hadd2},        Form{"HMUL2", hmul2}};

}  // namespace

std::span<const Form> floatForms() { return kForms; }

}  // namespace lanescope::sass
