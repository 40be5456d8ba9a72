// SPDX-License-Identifier: GPL-3.0-or-later
// Halves of either format, two in a word: arithmetic, the least and greatest, comparisons.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::Rounding;
using program::Type;

/// Where a number of the code stands in an instruction of halves: two of them, the upper half first.
bool isNumber(const Operand& operand) { return operand.kind == OperandKind::FloatImmediate; }

Type typeOf(const Instruction& from) { return from.has("BF16_V2") ? Type::BF16x2 : Type::F16x2; }

/// The operand at `k`, which goes on behind it.
Value pairAt(Lowering& l, const Instruction& from, std::size_t& k) {
    const Operand& operand = l.operand(from, k++);
    if (!isNumber(operand)) return l.portion(operand);
    const auto bits = static_cast<std::uint64_t>(operand.value) & 0xffffU;
    const auto low = static_cast<std::uint64_t>(l.operand(from, k++).value) & 0xffffU;
    return Lowering::immediate(bits << 16 | low);
}

void arithmetic(Lowering& l, const Instruction& from, Code& to, Opcode opcode, std::size_t inputs) {
    to.opcode = opcode;
    to.type = typeOf(from);
    to.rounding = Rounding::Rn;
    to.ftz = from.has("FTZ");
    to.saturate = from.has("SAT");
    to.relu = from.has("RELU");
    l.allow(from, {"FTZ", "SAT", "RELU", "MMA", "BF16_V2"});
    to.destination = l.toWord(l.operand(from, 0));
    std::size_t k = 1;
    for (std::size_t n = 0; n < inputs; ++n) to.sources[n] = pairAt(l, from, k);
    to.sourceCount = static_cast<std::uint8_t>(inputs);
    if (k != from.operands.size()) l.refuse();
}

/// What is not -RZ of two operands; nothing if neither or both are.
const Operand* besideZero(Lowering& l, const Instruction& from) {
    const auto isZero = [](const Operand& operand) {
        return operand.kind == OperandKind::Register && operand.number == kFixed && operand.negated;
    };
    const Operand& a = l.operand(from, 1);
    const Operand& b = l.operand(from, 2);
    if (isZero(a) == isZero(b)) return nullptr;
    return isZero(a) ? &b : &a;
}
/// HADD2.F32 R0, -RZ, R2.H0_H0: a half becomes a float.
void widen(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"F32"});
    const Operand* const half = besideZero(l, from);
    if (half == nullptr) return l.refuse();
    to.opcode = Opcode::Cvt;
    to.type = Type::F32;
    to.sourceType = Type::F16;
    to.destination = l.toWord(l.operand(from, 0));
    to.sources[0] = l.portion(*half);
    to.sourceCount = 1;
}
/// HADD2 R0, R2.F32, -RZ: a float becomes a half, towards zero: ptxas makes nothing else of it.
bool narrows(Lowering& l, const Instruction& from, Code& to) {
    const Operand* const number = besideZero(l, from);
    if (number == nullptr || number->modifiers.size() != 1 || number->modifiers[0] != "F32") return false;
    l.allow(from, {});
    Operand plain = *number;
    plain.modifiers.clear();
    to.opcode = Opcode::Cvt;
    to.type = Type::F16;
    to.sourceType = Type::F32;
    to.rounding = Rounding::Rz;
    to.destination = l.toWord(l.operand(from, 0));
    to.sources[0] = l.word(plain);
    to.sourceCount = 1;
    return true;
}

/// HFMA2.MMA R0, -RZ, RZ, 1.875, 0 is how a number of the code comes into a register: the product is -0.
bool makesNumber(const Instruction& from) {
    if (from.operands.size() != 5 || !isNumber(from.operands[3]) || !isNumber(from.operands[4])) return false;
    const auto isZero = [](const Operand& operand) {
        return operand.kind == OperandKind::Register && operand.number == kFixed;
    };
    const bool plain = from.modifiers.empty() || (from.modifiers.size() == 1 && from.modifiers[0] == "MMA");
    return plain && isZero(from.operands[1]) && isZero(from.operands[2]) &&
           from.operands[1].negated != from.operands[2].negated;
}
void hfma2(Lowering& l, const Instruction& from, Code& to) {
    arithmetic(l, from, to, Opcode::Fma, 3);
    if (l.refused() || !makesNumber(from)) return;
    to.opcode = Opcode::Mov;
    to.type = Type::B32;
    to.rounding = Rounding::None;
    to.sources = {to.sources[2]};
    to.sourceCount = 1;
}
void hadd2(Lowering& l, const Instruction& from, Code& to) {
    if (from.has("F32")) return widen(l, from, to);
    if (narrows(l, from, to)) return;
    arithmetic(l, from, to, Opcode::Add, 2);
}
void hmul2(Lowering& l, const Instruction& from, Code& to) { arithmetic(l, from, to, Opcode::Mul, 2); }

/// HMNMX2.NAN R0, R2, R4, !PT: the greatest, as the predicate does not hold.
void hmnmx2(Lowering& l, const Instruction& from, Code& to) {
    std::size_t k = 1;
    to.type = typeOf(from);
    to.nan = from.has("NAN");
    to.ftz = from.has("FTZ");
    l.allow(from, {"BF16_V2", "NAN", "FTZ"});
    to.destination = l.toWord(l.operand(from, 0));
    for (std::size_t n = 0; n < 2; ++n) to.sources[n] = pairAt(l, from, k);
    to.sourceCount = 2;
    const Operand& which = l.operand(from, k);
    if (which.kind != OperandKind::Predicate || which.number != kFixed) return l.refuse();
    to.opcode = which.negated ? Opcode::Max : Opcode::Min;
}

/// HSETP2.GE.AND P0, P1, R2, R4, PT: the first predicate is of the lower halves, the second of the upper ones.
void hsetp2(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Setp;
    to.type = typeOf(from);
    to.ftz = from.has("FTZ");
    takeComparison(l, from, to, {"BF16_V2", "FTZ"});
    to.destination = l.toPredicate(l.operand(from, 0));
    to.destination2 = l.toPredicate(l.operand(from, 1));
    std::size_t k = 2;
    for (std::size_t n = 0; n < 2; ++n) to.sources[n] = pairAt(l, from, k);
    to.sourceCount = 2;
    takeCombined(l, from, k, to);
}

/// HSET2.BF.LT.AND R0, R2, R4, PT: 1 in each half for which it holds; without BF all ones.
void hset2(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Set;
    to.sourceType = typeOf(from);
    to.type = from.has("BF") ? to.sourceType : Type::U32;
    to.ftz = from.has("FTZ");
    takeComparison(l, from, to, {"BF16_V2", "FTZ", "BF"});
    to.destination = l.toWord(l.operand(from, 0));
    std::size_t k = 1;
    for (std::size_t n = 0; n < 2; ++n) to.sources[n] = pairAt(l, from, k);
    to.sourceCount = 2;
    takeCombined(l, from, k, to);
}

constexpr std::array kForms{Form{"HFMA2", hfma2},   Form{"HADD2", hadd2},   Form{"HMUL2", hmul2},
                            Form{"HMNMX2", hmnmx2}, Form{"HSETP2", hsetp2}, Form{"HSET2", hset2}};

}  // namespace

std::span<const Form> halfForms() { return kForms; }

}  // namespace lanescope::sass
