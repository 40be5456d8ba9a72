// SPDX-License-Identifier: GPL-3.0-or-later
// Sums, products and shifts of words; the least and the greatest.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::Type;

void setSources(Code& to, std::initializer_list<Value> values) {
    for (const Value& value : values) to.sources[to.sourceCount++] = value;
}

/// Predicates behind the destination: the carries that go out. Gives where the others begin.
std::size_t carriesOut(Lowering& l, const Instruction& from, Code& to, std::size_t first) {
    std::size_t k = first;
    for (Value* carry : {&to.destination2, &to.destination3}) {
        if (!isPredicateOperand(l.operand(from, k))) break;
        if (!isNothingOperand(l.operand(from, k))) {
            *carry = l.toPredicate(l.operand(from, k));
            to.carryOut = true;
        }
        ++k;
    }
    return k;
}

void add(Lowering& l, const Instruction& from, Code& to, const Operand& a, const Operand& b) {
    const unsigned bits = from.has("64") ? 64 : 32;
    to.opcode = Opcode::Add;
    to.type = bits == 64 ? Type::U64 : Type::U32;
    to.destination = l.to(l.operand(from, 0), bits);
    setSources(to, {l.value(a, bits), l.value(b, bits)});
    Lowering::subtract(to);
}

/// Carries that come in, from operand `k` on.
void carriesIn(Lowering& l, const Instruction& from, Code& to, std::size_t k) {
    setSources(to, {l.predicate(l.operand(from, k))});
    if (from.operands.size() > k + 1) to.lastSource = l.predicate(l.operand(from, k + 1));
}

/// IADD3 R0, P0, P1, R2, R4, R6; .X with carries that come in behind. Of 64 bits there is one carry.
void iadd3(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"X", "64"});
    const std::size_t first = carriesOut(l, from, to, 1);
    const Operand& a = l.operand(from, first);
    const Operand& b = l.operand(from, first + 1);
    const Operand& c = l.operand(from, first + 2);
    to.carryIn = from.has("X");
    if (!to.carryOut && !to.carryIn && isZeroOperand(c)) return add(l, from, to, a, b);
    const unsigned bits = from.has("64") ? 64 : 32;
    to.opcode = Opcode::Add3;
    to.type = bits == 64 ? Type::U64 : Type::U32;
    to.destination = l.to(l.operand(from, 0), bits);
    setSources(to, {l.value(a, bits), l.value(b, bits), l.value(c, bits)});
    if (to.carryIn) carriesIn(l, from, to, first + 3);
    const bool two = to.destination3.kind != Value::Kind::None || to.lastSource.kind == Value::Kind::Register ||
                     (to.lastSource.kind == Value::Kind::Immediate && to.lastSource.bits != 0);
    if (bits == 64 && two) l.refuse();
}

/// IADD.64 R0, P0, R2, R4; .X with a carry that comes in behind.
void iadd(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"X", "64"});
    const std::size_t first = carriesOut(l, from, to, 1);
    to.carryIn = from.has("X");
    if (!to.carryOut && !to.carryIn) return add(l, from, to, l.operand(from, first), l.operand(from, first + 1));
    const unsigned bits = from.has("64") ? 64 : 32;
    to.opcode = Opcode::Add3;
    to.type = bits == 64 ? Type::U64 : Type::U32;
    to.destination = l.to(l.operand(from, 0), bits);
    setSources(to, {l.value(l.operand(from, first), bits), l.value(l.operand(from, first + 1), bits)});
    setSources(to, {Lowering::immediate(0)});
    if (to.carryIn) carriesIn(l, from, to, first + 2);
}

/// VIADD R0, R2, R4; of two halves or four bytes side by side; ISAT: ends at the greatest and the least number.
void viadd(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"16x2", "U16x2", "S16x2", "U8x4", "S32", "U32", "ISAT", "64"});
    add(l, from, to, l.operand(from, 1), l.operand(from, 2));
    if (from.has("16x2") || from.has("U16x2") || from.has("S16x2")) to.type = Type::U16x2;
    if (from.has("U8x4")) to.type = Type::U8x4;
    const bool parts = to.type == Type::U16x2 || to.type == Type::U8x4;
    const bool isSigned = from.has("S32");
    if (from.has("ISAT")) {
        to.saturate = true;
        to.type = Type::S32;
    }
    const bool negative = to.sources[0].negative || to.sources[1].negative;
    if ((parts && negative) || (from.has("ISAT") && (!isSigned || parts || negative))) l.refuse();
}

/// IMAD.WIDE.U32.X R0, P0, R2, R4, R6, P1: a product and an addend of 64 bits, with carries; HI: the upper word of it.
void wideProduct(Lowering& l, const Instruction& from, Code& to, std::size_t first) {
    to.opcode = Opcode::MadCarry;
    to.part = from.has("HI") ? program::Part::Hi : program::Part::Wide;
    to.carryIn = from.has("X");
    setSources(to, {l.word(l.operand(from, first)), l.word(l.operand(from, first + 1))});
    setSources(to, {l.wide(l.operand(from, first + 2))});
    if (to.carryIn) setSources(to, {l.predicate(l.operand(from, first + 3))});
    if (to.destination3.kind != Value::Kind::None || !from.has("U32")) l.refuse();
    for (const Value& value : to.sources)
        if (value.negative || value.inverted) l.refuse();
}

/// A sum that is written as a product by 1, a move as one by 0, a shift as one by a power of 2.
void imad(Lowering& l, const Instruction& from, Code& to) {
    const std::size_t first = carriesOut(l, from, to, 1);
    const Operand& a = l.operand(from, first);
    const Operand& b = l.operand(from, first + 1);
    const Operand& c = l.operand(from, first + 2);
    const bool isSigned = !from.has("U32");
    const bool isWide = from.has("WIDE");
    to.destination = l.to(l.operand(from, 0), isWide ? 64 : 32);
    to.type = isSigned ? Type::S32 : Type::U32;
    l.allow(from, {"U32", "WIDE", "HI", "X", "MOV", "IADD", "SHL"});
    const bool carries = to.carryOut || from.has("X");
    if (carries && (isWide || from.has("HI"))) return wideProduct(l, from, to, first);
    if (to.carryOut) return l.refuse();
    if (from.has("X")) {
        to.opcode = Opcode::MadCarry;
        to.carryIn = true;
        return setSources(to, {l.word(a), l.word(b), l.word(c), l.predicate(l.operand(from, first + 3))});
    }
    if (isWide) {
        to.part = program::Part::Wide;
        to.opcode = isZeroOperand(c) ? Opcode::Mul : Opcode::Mad;
        setSources(to, {l.word(a), l.word(b)});
        if (!isZeroOperand(c)) setSources(to, {l.wide(c)});
        return;
    }
    if (from.has("HI")) {  // the addend is a pair
        to.part = program::Part::Hi;
        if (!isZeroOperand(c)) {
            to.opcode = Opcode::MadHigh;
            return setSources(to, {l.word(a), l.word(b), l.wide(c)});
        }
    } else if (isZeroOperand(a) || isZeroOperand(b)) {
        to.opcode = Opcode::Mov;
        to.type = Type::B32;
        setSources(to, {l.word(c)});
        return Lowering::negate(to);
    } else {
        to.part = program::Part::Lo;
        const bool one = b.kind == OperandKind::Immediate && b.value == 1;
        if (one) {
            to.part = program::Part::None;
            to.opcode = Opcode::Add;
            setSources(to, {l.word(a), l.word(c)});
            return Lowering::subtract(to);
        }
    }
    to.opcode = isZeroOperand(c) ? Opcode::Mul : Opcode::Mad;
    setSources(to, {l.word(a), l.word(b)});
    if (!isZeroOperand(c)) setSources(to, {l.word(c)});
}

/// LEA R0, P0, R2, R4, 0x3; LEA.HI R0, R2, R4, R6, 0x3; .SX32: the upper word is the sign; .X with a carry.
void lea(Lowering& l, const Instruction& from, Code& to) {
    const std::size_t first = carriesOut(l, from, to, 1);
    const bool high = from.has("HI");
    const bool sign = from.has("SX32");
    const bool hasUpper = high && !sign;
    l.allow(from, {"HI", "X", "SX32"});
    to.opcode = Opcode::ShiftAdd;
    to.type = Type::U32;
    to.sourceType = sign ? Type::S32 : Type::U32;
    to.part = high ? program::Part::Hi : program::Part::Lo;
    to.destination = l.toWord(l.operand(from, 0));
    const Operand& amount = l.operand(from, first + (hasUpper ? 3 : 2));
    if (amount.kind != OperandKind::Immediate) return l.refuse();
    to.amount = static_cast<std::uint8_t>(amount.value & 31);
    const Value a = l.word(l.operand(from, first));
    setSources(to, {a, l.word(l.operand(from, first + 1))});
    setSources(to, {hasUpper ? l.word(l.operand(from, first + 2)) : Lowering::immediate(0)});
    to.carryIn = from.has("X");
    if (to.carryIn) setSources(to, {l.predicate(l.operand(from, first + (hasUpper ? 4 : 3)))});
}

/// SHF.R.U32.HI R0, low word, shift, high word.
void shf(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"L", "R", "W", "HI", "U32", "S32", "U64", "S64"});
    to.opcode = Opcode::Funnel;
    to.shiftRight = from.has("R");
    to.shiftWrap = from.has("W");
    to.part = from.has("HI") ? program::Part::Hi : program::Part::Lo;
    to.type = from.has("U64") ? Type::U64 : from.has("S64") ? Type::S64 : from.has("S32") ? Type::S32 : Type::U32;
    to.destination = l.toWord(l.operand(from, 0));
    const Operand& low = l.operand(from, 1);
    const Operand& high = l.operand(from, 3);
    const Value by = l.word(l.operand(from, 2));
    setSources(to, {l.word(low), by, l.word(high)});
    // What shifts one word alone is done faster.
    const bool word = bitsOf(to.type) == 32 && !to.shiftWrap;
    const bool left = word && !to.shiftRight && to.part == program::Part::Lo;
    const bool right = word && to.shiftRight && to.part == program::Part::Hi && isZeroOperand(low);
    if (!left && !right) return;
    to.opcode = left ? Opcode::Shl : Opcode::Shr;
    to.sources = {left ? to.sources[0] : to.sources[2], by};
    to.sourceCount = 2;
    to.part = program::Part::None;
}

/// SHL, SHR of the uniform datapath and of sm_100 on.
void shift(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"U32", "S32"});
    to.opcode = from.opcode.ends_with("SHL") ? Opcode::Shl : Opcode::Shr;
    to.type = from.has("S32") ? Type::S32 : Type::U32;
    to.destination = l.toWord(l.operand(from, 0));
    setSources(to, {l.word(l.operand(from, 1)), l.word(l.operand(from, 2))});
}

/// The least where the last predicate holds, else the greatest; RELU: no less than 0.
void leastOrGreatest(Lowering& l, const Instruction& from, Code& to, std::size_t inputs) {
    std::size_t first = 1;
    while (isPredicateOperand(l.operand(from, first)) && isNothingOperand(l.operand(from, first)) && !l.refused())
        ++first;
    to.type = from.has("U32") ? Type::U32 : Type::S32;
    to.relu = from.has("RELU");
    if (to.relu && to.type == Type::U32) l.refuse();
    l.allow(from, {"U32", "S32", "RELU"});
    to.destination = l.toWord(l.operand(from, 0));
    const Operand& which = l.operand(from, first + inputs);
    if (!isPredicateOperand(which)) return l.refuse();
    for (std::size_t k = 0; k < inputs; ++k) setSources(to, {l.word(l.operand(from, first + k))});
    if (inputs == 2 && isNothingOperand(which)) {
        to.opcode = which.negated ? Opcode::Max : Opcode::Min;
        return;
    }
    if (inputs == 2) setSources(to, {to.sources[1]});
    setSources(to, {l.predicate(which)});
}
/// VIMNMX.S16x2.RELU R0, R2, R4, PT: of parts side by side; RELU: no less than 0. IMNMX.S64 PT, PT, R0, R2, R4, PT,
/// !PT: of 64 bits.
bool ofOtherWidth(Lowering& l, const Instruction& from, Code& to) {
    constexpr std::array<std::pair<std::string_view, Type>, 5> kTypes{
        {{"S64", Type::S64}, {"U64", Type::U64}, {"S16x2", Type::S16x2}, {"U16x2", Type::U16x2}, {"U8x4", Type::U8x4}}};
    to.type = Type::S32;
    for (const auto& [name, type] : kTypes)
        if (from.has(name)) to.type = type;
    to.relu = from.has("RELU");
    if (to.type == Type::S32 && !to.relu) return false;
    const unsigned bits = bitsOf(to.type);
    l.allow(from, {"S64", "U64", "S16x2", "U16x2", "U8x4", "S32", "RELU"});
    std::size_t k = 0;
    const auto passNothing = [&] {
        while (isPredicateOperand(l.operand(from, k)) && isNothingOperand(l.operand(from, k)) && !l.refused()) ++k;
    };
    passNothing();
    to.destination = l.to(l.operand(from, k++), bits);
    passNothing();
    for (std::size_t n = 0; n < 2; ++n) setSources(to, {l.value(l.operand(from, k++), bits)});
    for (const Value& value : to.sources)
        if (value.negative || value.absolute || value.inverted) l.refuse();
    const Operand& which = l.operand(from, k);
    if (!isPredicateOperand(which) || !isNothingOperand(which)) l.refuse();
    to.opcode = which.negated ? Opcode::Max : Opcode::Min;
    return true;
}
void vimnmx(Lowering& l, const Instruction& from, Code& to) {
    if (ofOtherWidth(l, from, to)) return;
    to.opcode = Opcode::MinMax3;
    leastOrGreatest(l, from, to, 2);
}
void vimnmx3(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::MinMax3;
    leastOrGreatest(l, from, to, 3);
}
void viaddmnmx(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::AddMinMax;
    leastOrGreatest(l, from, to, 3);
}

constexpr std::array kForms{Form{"IADD3", iadd3},
                            Form{"UIADD3", iadd3, true},
                            Form{"VIADD", viadd},
                            Form{"UVIADD", viadd, true},
                            Form{"IADD", iadd},
                            Form{"UIADD", iadd, true},
                            Form{"IMAD", imad},
                            Form{"UIMAD", imad, true},
                            Form{"LEA", lea},
                            Form{"ULEA", lea, true},
                            Form{"SHF", shf},
                            Form{"USHF", shf, true},
                            Form{"SHL", shift},
                            Form{"SHR", shift},
                            Form{"USHL", shift, true},
                            Form{"USHR", shift, true},
                            Form{"IMNMX", vimnmx},
                            Form{"VIMNMX", vimnmx},
                            Form{"UIMNMX", vimnmx, true},
                            Form{"UVIMNMX", vimnmx, true},
                            Form{"VIMNMX3", vimnmx3},
                            Form{"VIADDMNMX", viaddmnmx}};

}  // namespace

std::span<const Form> integerForms() { return kForms; }

}  // namespace lanescope::sass
