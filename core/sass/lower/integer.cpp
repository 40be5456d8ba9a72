// SPDX-License-Identifier: GPL-3.0-or-later
// Sums, products, shifts and logic of words.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::Type;

bool isPredicate(const Operand& operand) {
    return operand.kind == OperandKind::Predicate || operand.kind == OperandKind::UniformPredicate;
}
bool isZero(const Operand& operand) {
    const bool isRegister = operand.kind == OperandKind::Register || operand.kind == OperandKind::UniformRegister;
    if (operand.negated || operand.inverted) return false;
    return isRegister ? operand.number == kFixed : operand.kind == OperandKind::Immediate && operand.value == 0;
}
/// PT as a destination, !PT as a source.
bool isNothing(const Operand& operand) { return operand.number == kFixed; }

void setSources(Code& to, std::initializer_list<Value> values) {
    for (const Value& value : values) to.sources[to.sourceCount++] = value;
}

/// Predicates behind the destination: the carries that go out. Gives where the others begin.
std::size_t carriesOut(Lowering& l, const Instruction& from, Code& to, std::size_t first) {
    std::size_t k = first;
    for (Value* carry : {&to.destination2, &to.destination3}) {
        if (!isPredicate(l.operand(from, k))) break;
        if (!isNothing(from.operands[k])) {
            *carry = l.toPredicate(from.operands[k]);
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

/// IADD3 R0, P0, P1, R2, R4, R6; .X with carries that come in behind.
void iadd3(Lowering& l, const Instruction& from, Code& to) {
    const std::size_t first = carriesOut(l, from, to, 1);
    const Operand& a = l.operand(from, first);
    const Operand& b = l.operand(from, first + 1);
    const Operand& c = l.operand(from, first + 2);
    to.carryIn = from.has("X");
    if (!to.carryOut && !to.carryIn && isZero(c)) return add(l, from, to, a, b);
    if (from.has("64")) return l.refuse();
    to.opcode = Opcode::Add3;
    to.type = Type::U32;
    to.destination = l.toWord(l.operand(from, 0));
    setSources(to, {l.word(a), l.word(b), l.word(c)});
    if (!to.carryIn) return;
    setSources(to, {l.predicate(l.operand(from, first + 3))});
    if (from.operands.size() > first + 4) to.lastSource = l.predicate(from.operands[first + 4]);
}

/// VIADD R0, R2, R4; IADD R0, R2, R4 likewise.
void viadd(Lowering& l, const Instruction& from, Code& to) { add(l, from, to, l.operand(from, 1), l.operand(from, 2)); }

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
    if (to.carryOut) return l.refuse();
    if (from.has("X")) {
        if (isWide || from.has("HI")) return l.refuse();
        to.opcode = Opcode::MadCarry;
        to.carryIn = true;
        return setSources(to, {l.word(a), l.word(b), l.word(c), l.predicate(l.operand(from, first + 3))});
    }
    if (isWide) {
        to.part = program::Part::Wide;
        to.opcode = isZero(c) ? Opcode::Mul : Opcode::Mad;
        setSources(to, {l.word(a), l.word(b)});
        if (!isZero(c)) setSources(to, {l.wide(c)});
        return;
    }
    if (from.has("HI")) {  // the addend is a pair
        to.part = program::Part::Hi;
        if (!isZero(c)) {
            to.opcode = Opcode::MadHigh;
            return setSources(to, {l.word(a), l.word(b), l.wide(c)});
        }
    } else if (isZero(a) || isZero(b)) {
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
    to.opcode = isZero(c) ? Opcode::Mul : Opcode::Mad;
    setSources(to, {l.word(a), l.word(b)});
    if (!isZero(c)) setSources(to, {l.word(c)});
}

/// LEA R0, P0, R2, R4, 0x3; LEA.HI R0, R2, R4, R6, 0x3; .SX32: the upper word is the sign; .X with a carry.
void lea(Lowering& l, const Instruction& from, Code& to) {
    const std::size_t first = carriesOut(l, from, to, 1);
    const bool high = from.has("HI");
    const bool sign = from.has("SX32");
    const bool hasUpper = high && !sign;
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
    const bool right = word && to.shiftRight && to.part == program::Part::Hi && isZero(low);
    if (!left && !right) return;
    to.opcode = left ? Opcode::Shl : Opcode::Shr;
    to.sources = {left ? to.sources[0] : to.sources[2], by};
    to.sourceCount = 2;
    to.part = program::Part::None;
}

/// SHL, SHR of the uniform datapath and of sm_100 on.
void shift(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = from.opcode.ends_with("SHL") ? Opcode::Shl : Opcode::Shr;
    to.type = from.has("S32") ? Type::S32 : Type::U32;
    to.destination = l.toWord(l.operand(from, 0));
    setSources(to, {l.word(l.operand(from, 1)), l.word(l.operand(from, 2))});
    if (from.has("W")) l.refuse();
}

/// LOP3.LUT P0, R0, R2, R4, R6, 0xc0, !PT: the predicate says whether a bit is set. UPLOP3 and PLOP3 are others.
void lop3(Lowering& l, const Instruction& from, Code& to) {
    const std::size_t first = isPredicate(l.operand(from, 0)) ? 1 : 0;
    const Operand& table = l.operand(from, first + 4);
    if (table.kind != OperandKind::Immediate || !from.has("LUT")) return l.refuse();
    to.opcode = Opcode::Lop3;
    to.type = Type::B32;
    to.destination = l.toWord(l.operand(from, first));
    const Operand& a = from.operands[first + 1];
    const Operand& b = from.operands[first + 2];
    const Operand& c = from.operands[first + 3];
    const auto plain = [&](Opcode opcode, std::initializer_list<Value> values) {
        to.opcode = opcode;
        setSources(to, values);
    };
    if (first == 1 && !isNothing(from.operands[0])) {
        const Operand& with = l.operand(from, first + 5);
        if (!isPredicate(with) || from.has("PAND")) return l.refuse();
        if (!isNothing(with) || !with.negated) to.lastSource = l.predicate(with);
        to.destination2 = l.toPredicate(from.operands[0]);
    } else if (isZero(c) && table.value == 0xc0) {
        return plain(Opcode::And, {l.word(a), l.word(b)});
    } else if (isZero(c) && table.value == 0xfc) {
        return plain(Opcode::Or, {l.word(a), l.word(b)});
    } else if (isZero(c) && table.value == 0x3c) {
        return plain(Opcode::Xor, {l.word(a), l.word(b)});
    } else if (isZero(a) && isZero(c) && table.value == 0x33) {
        return plain(Opcode::Not, {l.word(b)});
    }
    setSources(to, {l.word(a), l.word(b), l.word(c), Lowering::immediate(static_cast<std::uint64_t>(table.value))});
}

void prmt(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Prmt;
    to.type = Type::B32;
    to.destination = l.toWord(l.operand(from, 0));
    setSources(to, {l.word(l.operand(from, 1)), l.word(l.operand(from, 3)), l.word(l.operand(from, 2))});
    for (const std::string& modifier : from.modifiers)
        if (modifier != "IDX") l.refuse();
}

/// The least where the last predicate holds, else the greatest.
void leastOrGreatest(Lowering& l, const Instruction& from, Code& to, std::size_t inputs) {
    std::size_t first = 1;
    while (isPredicate(l.operand(from, first)) && isNothing(from.operands[first]) && !l.refused()) ++first;
    to.type = from.has("U32") ? Type::U32 : Type::S32;
    for (const std::string& modifier : from.modifiers)
        if (modifier != "U32" && modifier != "S32") l.refuse();
    to.destination = l.toWord(l.operand(from, 0));
    const Operand& which = l.operand(from, first + inputs);
    if (!isPredicate(which)) return l.refuse();
    for (std::size_t k = 0; k < inputs; ++k) setSources(to, {l.word(l.operand(from, first + k))});
    if (inputs == 2 && isNothing(which)) {
        to.opcode = which.negated ? Opcode::Max : Opcode::Min;
        return;
    }
    if (inputs == 2) setSources(to, {to.sources[1]});
    setSources(to, {l.predicate(which)});
}
void vimnmx(Lowering& l, const Instruction& from, Code& to) {
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

void unary(Lowering& l, const Instruction& from, Code& to, Opcode opcode, Type type) {
    to.opcode = opcode;
    to.type = type;
    to.destination = l.toWord(l.operand(from, 0));
    setSources(to, {l.word(l.operand(from, from.operands.size() - 1))});
}
void iabs(Lowering& l, const Instruction& from, Code& to) { unary(l, from, to, Opcode::Abs, Type::S32); }
void popc(Lowering& l, const Instruction& from, Code& to) { unary(l, from, to, Opcode::Popc, Type::B32); }
void brev(Lowering& l, const Instruction& from, Code& to) { unary(l, from, to, Opcode::Brev, Type::B32); }
/// The highest bit that differs from the sign; .SH: how far it is from the top.
void flo(Lowering& l, const Instruction& from, Code& to) {
    unary(l, from, to, Opcode::Bfind, from.has("U32") ? Type::U32 : Type::S32);
    to.shiftAmount = from.has("SH");
}

/// SGXT R0, R2, width: the low bits with their sign; .U32 without.
void sgxt(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Bfe;
    to.type = from.has("U32") ? Type::U32 : Type::S32;
    to.destination = l.toWord(l.operand(from, 0));
    setSources(to, {l.word(l.operand(from, 1)), Lowering::immediate(0), l.word(l.operand(from, 2))});
    if (from.has("W")) l.refuse();
}

constexpr std::array kForms{Form{"IADD3", iadd3},
                            Form{"UIADD3", iadd3, true},
                            Form{"VIADD", viadd},
                            Form{"UVIADD", viadd, true},
                            Form{"IADD", viadd},
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
                            Form{"LOP3", lop3},
                            Form{"ULOP3", lop3, true},
                            Form{"PRMT", prmt},
                            Form{"UPRMT", prmt, true},
                            Form{"IMNMX", vimnmx},
                            Form{"VIMNMX", vimnmx},
                            Form{"UIMNMX", vimnmx, true},
                            Form{"UVIMNMX", vimnmx, true},
                            Form{"VIMNMX3", vimnmx3},
                            Form{"VIADDMNMX", viaddmnmx},
                            Form{"IABS", iabs},
                            Form{"UIABS", iabs, true},
                            Form{"POPC", popc},
                            Form{"UPOPC", popc, true},
                            Form{"BREV", brev},
                            Form{"UBREV", brev, true},
                            Form{"FLO", flo},
                            Form{"UFLO", flo, true},
                            Form{"SGXT", sgxt},
                            Form{"USGXT", sgxt, true}};

}  // namespace

std::span<const Form> integerForms() { return kForms; }

}  // namespace lanescope::sass
