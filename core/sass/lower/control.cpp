// SPDX-License-Identifier: GPL-3.0-or-later
// Where lanes go, part and meet.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::BarMode;
using program::Opcode;
using program::Type;

/// A predicate among the operands is a second guard: lanes must pass both. A branch can have both.
void guardBy(Lowering& l, const Instruction& from, Code& to, const Operand& predicate) {
    if (predicate.number == kFixed && !predicate.negated) return;
    if (!from.guard.always()) {
        const bool leaves = to.opcode == Opcode::Bra || to.opcode == Opcode::Exit;
        const bool hasRoom = (leaves && to.sourceCount == 0) || to.opcode == Opcode::Leave;
        if (!hasRoom) return l.refuse();
        to.sources[to.sourceCount++] = l.predicate(predicate);
        return;
    }
    to.guard = l.guardOf(predicate);
    to.guardNegated = predicate.negated;
}

/// BRA P0, target; BRA.DIV UR4, target: if not all lanes that the register names run together; BRA.CONV: if they do.
void bra(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Bra;
    const Operand& target = l.operand(from, from.operands.size() - 1);
    if (target.kind != OperandKind::Target) return l.refuse();
    to.target = l.indexAt(target.value);
    std::size_t k = 0;
    to.whenParted = from.has("DIV");
    to.whenTogether = from.has("CONV");
    if (to.whenParted || to.whenTogether) {
        const bool named = from.operands.size() > 1;
        to.sources[0] = named ? l.word(l.operand(from, k++)) : Lowering::immediate(0xffffffffU);
        to.sourceCount = 1;
        if (to.sources[0].inverted) l.refuse();
    }
    for (const std::string& modifier : from.modifiers)
        if (modifier != "DIV" && modifier != "CONV" && modifier != "U" && modifier != "ANY") l.refuse();
    for (; k + 1 < from.operands.size(); ++k) {
        if (!isPredicateOperand(l.operand(from, k))) return l.refuse();
        guardBy(l, from, to, l.operand(from, k));
    }
}

/// To the place in a register, counted from the kernel's beginning; list `places` has all that it can be.
void toPlaceIn(Lowering& l, const Instruction& from, Code& to, std::uint32_t places) {
    const Operand& base = l.operand(from, 1);
    if (base.kind != OperandKind::Target || base.value != 0) return l.refuse();
    to.opcode = Opcode::Brx;
    to.byAddress = true;
    to.list = places;
    Operand low = l.operand(from, 0);
    low.modifiers.clear();
    to.sources[0] = l.word(low);
    to.sourceCount = 1;
}

/// BRX R2 -0xd0: to a place behind the next instruction, of those that nvdisasm has found in the table.
void brx(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {});
    std::vector<std::uint32_t> places;
    std::int64_t distance = 0;
    for (std::size_t k = 1; k < from.operands.size(); ++k) {
        const Operand& operand = l.operand(from, k);
        if (operand.kind == OperandKind::Immediate && k == 1)
            distance = operand.value;
        else if (operand.kind == OperandKind::Target)
            places.push_back(l.indexAt(operand.value));
        else
            l.refuse();
    }
    to.opcode = Opcode::Brx;
    to.byAddress = true;
    to.list = static_cast<std::uint32_t>(l.entry().branchLists.size());
    to.sources[0] = l.word(l.operand(from, 0));
    to.sources[0].offset = std::int64_t{from.address} + kInstructionBytes + distance;
    to.sourceCount = 1;
    if (places.empty() || to.sources[0].kind != Value::Kind::Register) return l.refuse();
    l.entry().branchLists.push_back(std::move(places));
}

/// The return address is in registers before: a call is a branch. CALL.REL R2 `(kernel) calls the function in R2.
void call(Lowering& l, const Instruction& from, Code& to) {
    if (from.has("ABS")) return callRuntime(l, from, to);
    if (!from.has("REL") || from.operands.empty() || from.operands.size() > 2) return l.refuse();
    if (from.operands.size() == 2) return toPlaceIn(l, from, to, 1);
    if (l.operand(from, 0).kind != OperandKind::Target) return l.refuse();
    to.opcode = Opcode::Bra;
    to.target = l.indexAt(l.operand(from, 0).value);
}
/// RET.REL.NODEC R2 `(kernel)
void ret(Lowering& l, const Instruction& from, Code& to) {
    if (!from.has("REL") || from.operands.size() != 2) return l.refuse();
    toPlaceIn(l, from, to, 0);
}

void exitLanes(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Exit;
    for (const Operand& operand : from.operands)
        isPredicateOperand(operand) ? guardBy(l, from, to, operand) : l.refuse();
    for (const std::string& modifier : from.modifiers)
        if (modifier != "NO_ATEXIT") l.refuse();
}

/// BSSY B0, target: the lanes that run now will meet at a BSYNC.
void bssy(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Activemask;
    to.type = Type::B32;
    if (l.operand(from, 0).kind != OperandKind::Barrier) return l.refuse();
    to.destination = l.registerValue(l.convergence(l.operand(from, 0).number));
}
/// The lanes that a register of convergence, the last operand, names.
void atMeeting(Lowering& l, const Instruction& from, Code& to, Opcode opcode) {
    to.opcode = opcode;
    to.type = Type::B32;
    if (from.operands.empty() || from.operands.back().kind != OperandKind::Barrier) return l.refuse();
    to.sources[0] = l.registerValue(l.convergence(from.operands.back().number));
    to.sourceCount = 1;
    if (from.operands.size() > 2 || (from.operands.size() == 2 && !isPredicateOperand(l.operand(from, 0))))
        return l.refuse();
    if (from.operands.size() == 2) guardBy(l, from, to, l.operand(from, 0));
}
void bsync(Lowering& l, const Instruction& from, Code& to) { atMeeting(l, from, to, Opcode::Meet); }
void breakOut(Lowering& l, const Instruction& from, Code& to) { atMeeting(l, from, to, Opcode::Leave); }

/// BMOV.32.CLEAR R0, B0 puts a meeting aside, BMOV.32 B0, R0 brings it back.
void bmov(Lowering& l, const Instruction& from, Code& to) {
    if (!from.has("32") || from.operands.size() != 2) return l.refuse();
    to.opcode = Opcode::Mov;
    to.type = Type::B32;
    to.sourceCount = 1;
    const auto valueOf = [&](const Operand& operand) {
        return operand.kind == OperandKind::Barrier ? l.registerValue(l.convergence(operand.number)) : l.word(operand);
    };
    to.sources[0] = valueOf(l.operand(from, 1));
    const Operand& into = l.operand(from, 0);
    to.destination = into.kind == OperandKind::Barrier ? l.registerValue(l.convergence(into.number)) : l.toWord(into);
}

void warpsync(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::BarWarp;
    to.type = Type::B32;
    to.sourceCount = 1;
    if (from.has("EXCLUSIVE")) return l.refuse();
    to.sources[0] = from.has("ALL") ? Lowering::immediate(0xffffffffU) : l.word(l.operand(from, 0));
}

/// Named barriers: BAR.SYNC 0x0, BAR.SYNC R0, R2, BAR.RED.POPC 0x0, P0; B2R.RESULT reads what came out.
void bar(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Bar;
    to.aligned = false;
    std::size_t numbers = from.operands.size();
    if (from.has("ARV")) {
        to.barMode = BarMode::Arrive;
    } else if (from.has("RED")) {
        to.barMode = from.has("POPC") ? BarMode::RedPopc : from.has("AND") ? BarMode::RedAnd : BarMode::RedOr;
        --numbers;
    } else if (!from.has("SYNC")) {
        return l.refuse();
    }
    if (numbers == 0 || numbers > 2) return l.refuse();
    for (std::size_t k = 0; k < numbers; ++k) to.sources[to.sourceCount++] = l.word(l.operand(from, k));
    if (to.barMode < BarMode::RedPopc) return;
    to.sources[to.sourceCount++] = l.predicate(l.operand(from, numbers));
    const bool counts = to.barMode == BarMode::RedPopc;
    to.destination = l.registerValue(l.own(counts ? "BAR.COUNT" : "BAR.RESULT", counts ? Type::B32 : Type::Pred));
}
void b2r(Lowering& l, const Instruction& from, Code& to) {
    if (!from.has("RESULT")) return l.refuse();
    to.opcode = Opcode::Mov;
    to.sourceCount = 1;
    if (from.operands.size() == 2) {
        to.type = Type::Pred;
        to.sources[0] = l.registerValue(l.own("BAR.RESULT", Type::Pred));
        to.destination = l.toPredicate(l.operand(from, 1));
        if (l.operand(from, 0).number != kFixed) l.refuse();
        return;
    }
    to.type = Type::B32;
    to.sources[0] = l.registerValue(l.own("BAR.COUNT", Type::B32));
    to.destination = l.toWord(l.operand(from, 0));
}

void nothing(Lowering&, const Instruction&, Code& to) { to.opcode = Opcode::Nop; }
void nanosleep(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Nanosleep;
    to.type = Type::U32;
    to.sources[0] = l.word(l.operand(from, from.operands.size() - 1));
    to.sourceCount = 1;
}
void trap(Lowering&, const Instruction&, Code& to) { to.opcode = Opcode::Trap; }

constexpr std::array kForms{Form{"BRA", bra},
                            Form{"CALL", call},
                            Form{"BRX", brx},
                            Form{"RET", ret},
                            Form{"EXIT", exitLanes},
                            Form{"BSSY", bssy},
                            Form{"BSYNC", bsync},
                            Form{"BREAK", breakOut},
                            Form{"BMOV", bmov},
                            Form{"WARPSYNC", warpsync},
                            Form{"BAR", bar},
                            Form{"B2R", b2r},
                            Form{"NOP", nothing},
                            Form{"YIELD", nothing},
                            Form{"ENDCOLLECTIVE", nothing},
                            Form{"NANOSLEEP", nanosleep},
                            Form{"BPT", trap}};

}  // namespace

std::span<const Form> controlForms() { return kForms; }

}  // namespace lanescope::sass
