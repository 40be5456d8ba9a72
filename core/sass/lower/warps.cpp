// SPDX-License-Identifier: GPL-3.0-or-later
// What lanes of a warp tell each other. Nobody is waited for: a WARPSYNC has come before where that is needed.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::AtomOp;
using program::MatchMode;
using program::Opcode;
using program::ShflMode;
using program::Type;
using program::VoteMode;

const Value kAll = Lowering::immediate(0xffffffffU);

/// SHFL.DOWN PT, R0, R2, 0x10, 0x1f
void shfl(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Shfl;
    to.type = Type::B32;
    to.asTheyCome = true;
    to.shflMode = from.has("UP")     ? ShflMode::Up
                  : from.has("DOWN") ? ShflMode::Down
                  : from.has("BFLY") ? ShflMode::Bfly
                  : from.has("IDX")  ? ShflMode::Idx
                                     : ShflMode::None;
    if (to.shflMode == ShflMode::None) return l.refuse();
    to.destination2 = l.toPredicate(l.operand(from, 0));
    to.destination = l.toWord(l.operand(from, 1));
    for (std::size_t k = 0; k < 3; ++k) to.sources[k] = l.word(l.operand(from, 2 + k));
    to.sourceCount = 3;
}

/// VOTE.ANY R0, P0, P1: the lanes for which P1 holds, and whether it does for any; either may be left out. Only one of
/// the two can be had.
void vote(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"ANY", "ALL", "EQ"});
    to.opcode = Opcode::Vote;
    to.asTheyCome = true;
    if (from.operands.size() < 2 || from.operands.size() > 3) return l.refuse();
    to.sources = {l.predicate(from.operands.back()), kAll};
    to.sourceCount = 2;
    const auto isRegister = [](const Operand& operand) {
        return operand.kind == OperandKind::Register || operand.kind == OperandKind::UniformRegister;
    };
    const bool ballot = isRegister(l.operand(from, 0)) && l.operand(from, 0).number != kFixed;
    const bool tells = !isRegister(l.operand(from, 0)) || from.operands.size() == 3;
    const Operand& predicate = l.operand(from, from.operands.size() - 2);
    if (ballot && tells && predicate.number != kFixed) return l.refuse();
    if (ballot) {
        to.type = Type::B32;
        to.voteMode = VoteMode::Ballot;
        to.destination = l.toWord(l.operand(from, 0));
        return;
    }
    to.type = Type::Pred;
    to.voteMode = from.has("ALL") ? VoteMode::All : from.has("ANY") ? VoteMode::Any : VoteMode::Uni;
    to.destination = l.toPredicate(predicate);
}
void voteu(Lowering& l, const Instruction& from, Code& to) {
    vote(l, from, to);
    to.broadcast = true;
}
/// ELECT P0, UR4, PT: one of the lanes, and which one that is.
void elect(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {});
    to.opcode = Opcode::Elect;
    to.type = Type::B32;
    to.asTheyCome = true;
    to.broadcast = true;
    to.destination2 = l.toPredicate(l.operand(from, 0));
    to.destination = l.toWord(l.operand(from, 1));
    to.sources[0] = kAll;
    to.sourceCount = 1;
    const Operand& among = l.operand(from, 2);
    if (among.kind != OperandKind::Predicate || among.number != kFixed || among.negated) l.refuse();
}

/// REDUX.SUM UR4, R2: none of the names is a conjunction.
void redux(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Redux;
    to.asTheyCome = true;
    to.broadcast = true;
    to.type = from.has("S32") ? Type::S32 : Type::U32;
    to.atomOp = from.has("SUM")   ? AtomOp::Add
                : from.has("MIN") ? AtomOp::Min
                : from.has("MAX") ? AtomOp::Max
                : from.has("OR")  ? AtomOp::Or
                : from.has("XOR") ? AtomOp::Xor
                                  : AtomOp::And;
    if (from.has("F32") || from.operands.size() != 2) return l.refuse();
    to.destination = l.toWord(l.operand(from, 0));
    to.sources = {l.word(l.operand(from, 1)), kAll};
    to.sourceCount = 2;
}

/// MATCH.ANY R0, R2; MATCH.ALL P0, R0, R2
void match(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Match;
    to.asTheyCome = true;
    to.type = from.has("U64") ? Type::B64 : Type::B32;
    const bool all = from.has("ALL");
    to.matchMode = all ? MatchMode::All : MatchMode::Any;
    std::size_t k = 0;
    if (l.operand(from, 0).kind == OperandKind::Predicate) to.destination2 = l.toPredicate(l.operand(from, k++));
    to.destination = l.toWord(l.operand(from, k++));
    to.sources = {l.value(l.operand(from, k), bitsOf(to.type)), kAll};
    to.sourceCount = 2;
}

constexpr std::array kForms{Form{"SHFL", shfl},    Form{"VOTE", vote},   Form{"VOTEU", voteu}, Form{"REDUX", redux},
                            Form{"CREDUX", redux}, Form{"MATCH", match}, Form{"ELECT", elect}};

}  // namespace

std::span<const Form> warpForms() { return kForms; }

}  // namespace lanescope::sass
