// SPDX-License-Identifier: GPL-3.0-or-later
// Logic, counting and picking of bits and bytes, and sums of products and distances of bytes and halves.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Opcode;
using program::PrmtMode;
using program::Type;

/// LOP3.LUT P0, R0, R2, R4, R6, 0xc0, !PT: the predicate says whether a bit is set. UPLOP3 and PLOP3 are others.
void lop3(Lowering& l, const Instruction& from, Code& to) {
    const std::size_t first = isPredicateOperand(l.operand(from, 0)) ? 1 : 0;
    const Operand& table = l.operand(from, first + 4);
    if (table.kind != OperandKind::Immediate || !from.has("LUT")) return l.refuse();
    l.allow(from, {"LUT"});
    to.opcode = Opcode::Lop3;
    to.type = Type::B32;
    to.destination = l.toWord(l.operand(from, first));
    const Operand& a = l.operand(from, first + 1);
    const Operand& b = l.operand(from, first + 2);
    const Operand& c = l.operand(from, first + 3);
    const auto plain = [&](Opcode opcode, std::initializer_list<Value> values) {
        to.opcode = opcode;
        for (const Value& value : values) to.sources[to.sourceCount++] = value;
    };
    if (first == 1 && !isNothingOperand(l.operand(from, 0))) {
        const Operand& with = l.operand(from, first + 5);
        if (!isPredicateOperand(with)) return l.refuse();
        if (!isNothingOperand(with) || !with.negated) to.lastSource = l.predicate(with);
        to.destination2 = l.toPredicate(l.operand(from, 0));
    } else if (isZeroOperand(c) && table.value == 0xc0) {
        return plain(Opcode::And, {l.word(a), l.word(b)});
    } else if (isZeroOperand(c) && table.value == 0xfc) {
        return plain(Opcode::Or, {l.word(a), l.word(b)});
    } else if (isZeroOperand(c) && table.value == 0x3c) {
        return plain(Opcode::Xor, {l.word(a), l.word(b)});
    } else if (isZeroOperand(a) && isZeroOperand(c) && table.value == 0x33) {
        return plain(Opcode::Not, {l.word(b)});
    }
    to.sources = {l.word(a), l.word(b), l.word(c), Lowering::immediate(static_cast<std::uint64_t>(table.value))};
    to.sourceCount = 4;
}

/// PRMT R0, R2, selector, R4; PRMT.F4E R0, R2, R4, R6 likewise, by one of the fixed ways.
void prmt(Lowering& l, const Instruction& from, Code& to) {
    constexpr std::array<std::pair<std::string_view, PrmtMode>, 7> kModes{{{"IDX", PrmtMode::None},
                                                                           {"F4E", PrmtMode::F4e},
                                                                           {"B4E", PrmtMode::B4e},
                                                                           {"RC8", PrmtMode::Rc8},
                                                                           {"ECL", PrmtMode::Ecl},
                                                                           {"ECR", PrmtMode::Ecr},
                                                                           {"RC16", PrmtMode::Rc16}}};
    l.allow(from, {"IDX", "F4E", "B4E", "RC8", "ECL", "ECR", "RC16"});
    to.opcode = Opcode::Prmt;
    to.type = Type::B32;
    for (const auto& [name, mode] : kModes)
        if (from.has(name)) to.prmtMode = mode;
    to.destination = l.toWord(l.operand(from, 0));
    to.sources = {l.word(l.operand(from, 1)), l.word(l.operand(from, 3)), l.word(l.operand(from, 2))};
    to.sourceCount = 3;
}

void unary(Lowering& l, const Instruction& from, Code& to, Opcode opcode, Type type) {
    to.opcode = opcode;
    to.type = type;
    to.destination = l.toWord(l.operand(from, 0));
    to.sources[0] = l.word(l.operand(from, from.operands.size() - 1));
    to.sourceCount = 1;
}
void iabs(Lowering& l, const Instruction& from, Code& to) { unary(l, from, to, Opcode::Abs, Type::S32); }
void popc(Lowering& l, const Instruction& from, Code& to) { unary(l, from, to, Opcode::Popc, Type::B32); }
void brev(Lowering& l, const Instruction& from, Code& to) { unary(l, from, to, Opcode::Brev, Type::B32); }
/// The highest bit that differs from the sign; .SH: how far it is from the top.
void flo(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"U32", "S32", "SH"});
    unary(l, from, to, Opcode::Bfind, from.has("U32") ? Type::U32 : Type::S32);
    to.shiftAmount = from.has("SH");
}

/// SGXT R0, R2, width: the low bits with their sign; .U32 without; .W: the width wraps.
void sgxt(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"U32", "S32", "W"});
    to.type = from.has("U32") ? Type::U32 : Type::S32;
    to.destination = l.toWord(l.operand(from, 0));
    to.shiftWrap = from.has("W");
    to.opcode = to.shiftWrap ? Opcode::Szext : Opcode::Bfe;
    const Value value = l.word(l.operand(from, 1));
    const Value width = l.word(l.operand(from, 2));
    to.sources = {value, width};
    to.sourceCount = 2;
    if (to.shiftWrap) return;
    to.sources = {value, Lowering::immediate(0), width};
    to.sourceCount = 3;
}
/// BMSK.W R0, R2, R4: so many ones from a bit on.
void bmsk(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"W"});
    to.opcode = Opcode::Bmsk;
    to.type = Type::B32;
    to.shiftWrap = from.has("W");
    to.destination = l.toWord(l.operand(from, 0));
    to.sources = {l.word(l.operand(from, 1)), l.word(l.operand(from, 2))};
    to.sourceCount = 2;
}

void three(Lowering& l, const Instruction& from, Code& to) {
    to.destination = l.toWord(l.operand(from, 0));
    for (std::size_t k = 0; k < 3; ++k) to.sources[k] = l.word(l.operand(from, 1 + k));
    to.sourceCount = 3;
    for (const Value& value : to.sources)
        if (value.negative || value.inverted) l.refuse();
}
/// IDP.4A.U8.S8 R0, R2, R4, R6: products of bytes; IDP.2A.HI.S16.U8: of halves and two of the bytes.
void idp(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"4A", "2A", "LO", "HI", "U8", "S8", "U16", "S16"});
    const bool four = from.has("4A");
    to.opcode = four ? Opcode::Dp4a : Opcode::Dp2a;
    if (!four) to.part = from.has("HI") ? program::Part::Hi : program::Part::Lo;
    if (from.modifiers.size() < 3 || four == from.has("2A")) return l.refuse();
    const std::string first = from.modifiers[from.modifiers.size() - 2];
    const std::string second = from.modifiers.back();
    const bool firstFits = four ? first == "U8" || first == "S8" : first == "U16" || first == "S16";
    if (!firstFits || (second != "U8" && second != "S8")) return l.refuse();
    const auto typeNamed = [](const std::string& name) { return name.front() == 'S' ? Type::S32 : Type::U32; };
    to.type = typeNamed(first);
    to.sourceType = typeNamed(second);
    three(l, from, to);
}
/// VABSDIFF R0, R2, R4, R6: the distance, and a third.
void vabsdiff(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"U32", "S32"});
    to.opcode = Opcode::Sad;
    to.type = from.has("U32") ? Type::U32 : Type::S32;
    three(l, from, to);
}
/// VABSDIFF4.U8.ACC R0, R2, R4, R6: of bytes; ACC: the sum of the distances, and a third.
void vabsdiff4(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"U8", "ACC"});
    to.opcode = Opcode::Vabsdiff4;
    to.type = to.sourceType = Type::U32;
    to.accumulates = from.has("ACC");
    three(l, from, to);
    if (!from.has("U8")) l.refuse();
}

constexpr std::array kForms{Form{"LOP3", lop3},          Form{"ULOP3", lop3, true}, Form{"PRMT", prmt},
                            Form{"UPRMT", prmt, true},   Form{"IABS", iabs},        Form{"UIABS", iabs, true},
                            Form{"POPC", popc},          Form{"UPOPC", popc, true}, Form{"BREV", brev},
                            Form{"UBREV", brev, true},   Form{"FLO", flo},          Form{"UFLO", flo, true},
                            Form{"SGXT", sgxt},          Form{"USGXT", sgxt, true}, Form{"BMSK", bmsk},
                            Form{"UBMSK", bmsk, true},   Form{"IDP", idp},          Form{"VABSDIFF", vabsdiff},
                            Form{"VABSDIFF4", vabsdiff4}};

}  // namespace

std::span<const Form> bitForms() { return kForms; }

}  // namespace lanescope::sass
