// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons, predicates and what is chosen by them.
#include <algorithm>
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::BoolOp;
using program::Comparison;
using program::Opcode;
using program::Type;

constexpr std::array<std::pair<std::string_view, Comparison>, 14> kComparisons{{{"LT", Comparison::Lt},
                                                                                {"EQ", Comparison::Eq},
                                                                                {"LE", Comparison::Le},
                                                                                {"GT", Comparison::Gt},
                                                                                {"NE", Comparison::Ne},
                                                                                {"GE", Comparison::Ge},
                                                                                {"NUM", Comparison::Num},
                                                                                {"NAN", Comparison::Nan},
                                                                                {"LTU", Comparison::Ltu},
                                                                                {"EQU", Comparison::Equ},
                                                                                {"LEU", Comparison::Leu},
                                                                                {"GTU", Comparison::Gtu},
                                                                                {"NEU", Comparison::Neu},
                                                                                {"GEU", Comparison::Geu}}};

Comparison comparisonOf(const Instruction& from) {
    for (const auto& [name, comparison] : kComparisons)
        if (from.has(name)) return comparison;
    return Comparison::None;
}
BoolOp boolOpOf(const Instruction& from) {
    if (from.has("AND")) return BoolOp::And;
    if (from.has("OR")) return BoolOp::Or;
    return from.has("XOR") ? BoolOp::Xor : BoolOp::None;
}
bool isTrue(const Operand& operand) { return operand.number == kFixed && !operand.negated; }

/// P0, P1, a, b, with what the outcome is combined: ISETP.GE.AND P0, PT, R2, R4, PT. From sm_100 on what adds nothing
/// is not printed.
void compare(Lowering& l, const Instruction& from, Code& to, Type type) {
    to.opcode = Opcode::Setp;
    to.type = type;
    to.ftz = from.has("FTZ");
    takeComparison(l, from, to, {"FTZ", "U32", "S32", "U64", "S64", "EX"});
    std::size_t k = 0;
    to.destination = l.toPredicate(l.operand(from, k++));
    const bool second =
        l.operand(from, k).kind == OperandKind::Predicate || l.operand(from, k).kind == OperandKind::UniformPredicate;
    if (second) to.destination2 = l.toPredicate(l.operand(from, k++));
    to.sources[0] = l.value(l.operand(from, k++), bitsOf(type));
    to.sources[1] = l.value(l.operand(from, k++), bitsOf(type));
    to.sourceCount = 2;
    if (!from.has("EX")) return takeCombined(l, from, k, to);
    to.boolOp = boolOpOf(from);
    to.sources[2] = k < from.operands.size() ? l.predicate(l.operand(from, k++)) : Lowering::immediate(1);
    if (to.boolOp == BoolOp::None) to.boolOp = BoolOp::And;
    to.sources[3] = l.predicate(l.operand(from, k));
    to.sourceCount = 4;
}

void isetp(Lowering& l, const Instruction& from, Code& to) {
    const Type type = from.has("U64")   ? Type::U64
                      : from.has("S64") ? Type::S64
                      : from.has("U32") ? Type::U32
                                        : Type::S32;
    if (bitsOf(type) == 64 && from.has("EX")) return l.refuse();
    compare(l, from, to, type);
}
void fsetp(Lowering& l, const Instruction& from, Code& to) { compare(l, from, to, Type::F32); }
/// DSETP.MAX.AND P0, P1, R2, R4, PT: is R2 what is wanted, and are both no numbers?
void dsetp(Lowering& l, const Instruction& from, Code& to) {
    if (!from.has("MIN") && !from.has("MAX")) return compare(l, from, to, Type::F64);
    l.allow(from, {"MIN", "MAX", "AND"});
    to.opcode = Opcode::Choose;
    to.type = Type::F64;
    to.atomOp = from.has("MAX") ? program::AtomOp::Max : program::AtomOp::Min;
    to.destination = l.toPredicate(l.operand(from, 0));
    to.destination2 = l.toPredicate(l.operand(from, 1));
    to.sources = {l.wide(l.operand(from, 2)), l.wide(l.operand(from, 3))};
    to.sourceCount = 2;
    if (from.operands.size() > 4 && !isTrue(l.operand(from, 4))) l.refuse();
}
/// FSET.BF.GT.AND R0, R2, R4, PT: 1 where it holds; without BF all ones.
void fset(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Set;
    to.sourceType = Type::F32;
    to.type = from.has("BF") ? Type::F32 : Type::U32;
    to.ftz = from.has("FTZ");
    takeComparison(l, from, to, {"FTZ", "BF"});
    to.destination = l.toWord(l.operand(from, 0));
    to.sources = {l.word(l.operand(from, 1)), l.word(l.operand(from, 2))};
    to.sourceCount = 2;
    takeCombined(l, from, 3, to);
}

/// SEL R0, R2, R4, P0
void select(Lowering& l, const Instruction& from, Code& to, Type type) {
    to.opcode = Opcode::Selp;
    to.type = type;
    const unsigned bits = from.has("64") ? 64 : 32;
    l.allow(from, {"64"});
    if (bits == 64) to.type = Type::B64;
    to.destination = l.to(l.operand(from, 0), bits);
    to.sources[0] = l.value(l.operand(from, 1), bits);
    to.sources[1] = l.value(l.operand(from, 2), bits);
    to.sources[2] = l.predicate(l.operand(from, 3));
    to.sourceCount = 3;
}
void sel(Lowering& l, const Instruction& from, Code& to) { select(l, from, to, Type::B32); }
void fsel(Lowering& l, const Instruction& from, Code& to) { select(l, from, to, Type::F32); }

/// FCHK P0, R0, R2: is the quotient out of reach of the short way?
void fchk(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Testp;
    to.type = Type::F32;
    to.destination = l.toPredicate(l.operand(from, 0));
    for (std::size_t k = 0; k < 2; ++k) to.sources[k] = l.word(l.operand(from, 1 + k));
    to.sourceCount = 2;
    l.allow(from, {"DIVIDE"});
}

/// P2, or the sign of a register: R2.SIGN.
Value predicateOrSign(Lowering& l, Operand operand) {
    const bool asks = operand.modifiers.size() == 1 && operand.modifiers[0] == "SIGN";
    if (!asks) return l.predicate(operand);
    operand.modifiers.clear();
    if (operand.negated || operand.absolute || operand.inverted) l.refuse();
    Value value = l.word(operand);
    if (value.kind != Value::Kind::Register) return Lowering::immediate(value.bits >> 31 & 1U);
    value.portion = program::Portion::Sign;
    return value;
}

/// PLOP3.LUT P0, P1, P2, P3, P4, 0x80, 0x8: tables for both results. nvdisasm prints a table with the operands in the
/// order of its bits; the second one follows.
void plop3(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::PredicateLogic;
    to.type = Type::Pred;
    to.destination = l.toPredicate(l.operand(from, 0));
    to.destination2 = l.toPredicate(l.operand(from, 1));
    for (std::size_t k = 0; k < 3; ++k) to.sources[k] = predicateOrSign(l, l.operand(from, 2 + k));
    to.sourceCount = 3;
    l.allow(from, {"LUT"});
    const Operand& first = l.operand(from, 5);
    const Operand& second = l.operand(from, 6);
    if (first.kind != OperandKind::Immediate || second.kind != OperandKind::Immediate) return l.refuse();
    to.table = static_cast<std::uint8_t>(first.value);
    to.table2 = static_cast<std::uint8_t>(second.value);
}

/// P2R R0, PR, R2, 0x7f; R2P PR, R2, 0x7f
void fillPredicates(Lowering& l, Code& to) {
    for (unsigned k = 0; k < to.predicates.size(); ++k) to.predicates[k] = l.predicateRegister(k);
    to.type = Type::B32;
    to.sourceCount = 2;
}
std::uint8_t byteOf(const Operand& operand) {
    for (const std::string& modifier : operand.modifiers)
        if (modifier.size() == 2 && modifier[0] == 'B') return static_cast<std::uint8_t>(8 * (modifier[1] - '0'));
    return 0;
}
void p2r(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::PackPredicates;
    fillPredicates(l, to);
    Operand into = l.operand(from, 2);
    to.amount = byteOf(into);
    into.modifiers.clear();
    const Operand& mask = l.operand(from, 3);
    to.destination = l.toWord(l.operand(from, 0));
    to.sources[0] = l.word(into);
    if (mask.kind != OperandKind::Immediate || l.operand(from, 1).text != "PR") return l.refuse();
    to.sources[1] = Lowering::immediate(static_cast<std::uint64_t>(mask.value) << to.amount);
}
void r2p(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::UnpackPredicates;
    fillPredicates(l, to);
    Operand source = l.operand(from, 1);
    to.amount = byteOf(source);
    source.modifiers.clear();
    const Operand& mask = l.operand(from, 2);
    to.sources[0] = l.word(source);
    if (mask.kind != OperandKind::Immediate || l.operand(from, 0).text != "PR") return l.refuse();
    to.sources[1] = Lowering::immediate(static_cast<std::uint64_t>(mask.value) << to.amount);
}

constexpr std::array kForms{Form{"ISETP", isetp},        Form{"UISETP", isetp, true},
                            Form{"FSETP", fsetp},        Form{"UFSETP", fsetp, true},
                            Form{"FSET", fset},          Form{"UFSET", fset, true},
                            Form{"DSETP", dsetp},        Form{"SEL", sel},
                            Form{"USEL", sel, true},     Form{"FSEL", fsel},
                            Form{"UFSEL", fsel, true},   Form{"PLOP3", plop3},
                            Form{"UPLOP3", plop3, true}, Form{"P2R", p2r},
                            Form{"FCHK", fchk},          Form{"R2P", r2p}};

}  // namespace

void takeComparison(Lowering& l, const Instruction& from, Code& to, std::initializer_list<std::string_view> others) {
    to.comparison = comparisonOf(from);
    if (to.comparison == Comparison::None) l.refuse();
    for (const std::string& modifier : from.modifiers) {
        const bool compares = std::ranges::any_of(kComparisons, [&](const auto& one) { return one.first == modifier; });
        const bool combines = modifier == "AND" || modifier == "OR" || modifier == "XOR";
        if (!compares && !combines && std::ranges::find(others, modifier) == others.end()) l.refuse();
    }
}

void takeCombined(Lowering& l, const Instruction& from, std::size_t k, Code& to) {
    if (k >= from.operands.size()) return;
    const Operand& with = l.operand(from, k);
    if (isTrue(with) && boolOpOf(from) == BoolOp::And) return;
    to.boolOp = boolOpOf(from);
    to.sources[2] = l.predicate(with);
    to.sourceCount = 3;
}

std::span<const Form> compareForms() { return kForms; }

}  // namespace lanescope::sass
