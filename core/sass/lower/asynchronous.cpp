// SPDX-License-Identifier: GPL-3.0-or-later
// Copies that go on beside the code, and the mbarriers that are arrived at and asked.
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::BarrierLayout;
using program::MbarrierOp;
using program::Opcode;
using program::Space;
using program::Type;

/// LDGSTS.E.BYPASS.128.ZFILL [R4], [R2.64], P0: from global into shared memory. Where the predicate does not hold,
/// zeros; ZFILL: so many bytes at the end are zeros as the address lies behind a multiple of the size.
void ldgsts(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"E", "BYPASS", "64", "128", "ZFILL", "LTC128B", "LTC64B", "LTC256B"});
    to.opcode = Opcode::CpAsync;
    to.type = Type::B32;
    to.space = Space::Global;
    to.vectorSize = from.has("128") ? 16 : from.has("64") ? 8 : 4;
    to.alignedFill = from.has("ZFILL");
    to.sources = {l.address(l.operand(from, 0), Space::Shared), l.address(l.operand(from, 1), Space::Global)};
    to.sourceCount = 2;
    if (from.operands.size() == 2) return;
    const Operand& reads = l.operand(from, 2);
    if (reads.number != kFixed || reads.negated) to.lastSource = l.predicate(reads);
    if (from.operands.size() > 3) l.refuse();
}

/// LDGDEPBAR ends a group of copies.
void ldgdepbar(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {});
    to.opcode = Opcode::CpAsyncCommit;
}
/// DEPBAR.LE SB0, 0x1: until no more groups than that are under way. Other scoreboards are for the scheduler: what an
/// instruction has done is done.
void depbar(Lowering& l, const Instruction& from, Code& to) {
    const bool ofGroups = from.has("LE") && from.operands.size() >= 2 &&
                          l.operand(from, 0).kind == OperandKind::Scoreboard && l.operand(from, 0).number == 0 &&
                          l.operand(from, 1).kind == OperandKind::Immediate;
    if (!ofGroups) {
        to.opcode = Opcode::Nop;
        return;
    }
    to.opcode = Opcode::CpAsyncWait;
    to.type = Type::B32;
    to.sources[0] = l.word(l.operand(from, 1));
    to.sourceCount = 1;
}

BarrierLayout layoutIn(const Lowering& l) {
    return l.architecture() >= 90 ? BarrierLayout::Fields : BarrierLayout::Words;
}

/// ARRIVES.LDGSTSBAR.64.ARVCNT [UR4]: arrives when the lane's copies have landed; TRANSCNT: what was expected for them
/// has come, which is no arrival. Before sm_90 there was but the first, without a name.
void arrives(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"LDGSTSBAR", "64", "ARVCNT", "TRANSCNT"});
    to.opcode = Opcode::CpAsyncMbarrier;
    to.type = Type::B64;
    to.space = Space::Shared;
    to.barrierLayout = layoutIn(l);
    to.noIncrement = !from.has("TRANSCNT");
    to.sources[0] = l.address(l.operand(from, 0), Space::Shared);
    to.sourceCount = 1;
    if (!from.has("LDGSTSBAR")) l.refuse();
}

/// SYNCS.ARRIVE.TRANS64.A1T0 R2, [UR4], RZ: one arrival; ART0: as many as a register has; OPTOUT: for good; TMASK: the
/// answer tells which lanes arrived together.
void arrive(Lowering& l, const Instruction& from, Code& to) {
    l.allow(from, {"ARRIVE", "TRANS64", "A1T0", "ART0", "A0T1", "OPTOUT", "TMASK", "RED"});
    if (from.has("A0T1")) {  // expects what the copies bring, which they do at once
        to = {};
        to.opcode = Opcode::Nop;
        return;
    }
    to.mbarrierOp = from.has("OPTOUT") ? MbarrierOp::ArriveDrop : MbarrierOp::Arrive;
    to.laneMask = from.has("TMASK");
    to.destination = l.toWide(l.operand(from, 0));
    to.sources[0] = l.address(l.operand(from, 1), Space::Shared);
    to.sourceCount = 1;
    if (!from.has("ART0")) return;
    to.sources[1] = l.word(l.operand(from, 2));
    to.sourceCount = 2;
}

/// SYNCS.EXCH.64 URZ, [UR4], UR6 makes an mbarrier; SYNCS.PHASECHK.TRANS64 P0, [UR4], R2 asks whether its phase is
/// another than the highest bit says; SYNCS.CCTL.IV [UR4] ends it.
void syncs(Lowering& l, const Instruction& from, Code& to) {
    to.opcode = Opcode::Mbarrier;
    to.type = Type::B64;
    to.space = Space::Shared;
    to.barrierLayout = layoutIn(l);
    if (from.has("ARRIVE")) return arrive(l, from, to);
    if (from.has("EXCH")) {
        l.allow(from, {"EXCH", "64"});
        to.mbarrierOp = MbarrierOp::Init;
        to.sources = {l.address(l.operand(from, 1), Space::Shared), l.wide(l.operand(from, 2))};
        to.sourceCount = 2;
        if (l.operand(from, 0).number != kFixed) l.refuse();
        return;
    }
    if (from.has("PHASECHK")) {
        l.allow(from, {"PHASECHK", "TRANS64", "TRYWAIT"});
        to.mbarrierOp = from.has("TRYWAIT") ? MbarrierOp::TryWait : MbarrierOp::TestWait;
        to.parity = true;
        to.destination = l.toPredicate(l.operand(from, 0));
        to.sources = {l.address(l.operand(from, 1), Space::Shared), l.word(l.operand(from, 2))};
        to.sourceCount = 2;
        return;
    }
    l.allow(from, {"CCTL", "IV"});
    if (!from.has("CCTL")) return l.refuse();
    to.mbarrierOp = MbarrierOp::Inval;
    to.sources[0] = l.address(l.operand(from, 0), Space::Shared);
    to.sourceCount = 1;
}

constexpr std::array kForms{Form{"LDGSTS", ldgsts}, Form{"LDGDEPBAR", ldgdepbar}, Form{"DEPBAR", depbar},
                            Form{"ARRIVES", arrives}, Form{"SYNCS", syncs}};

}  // namespace

std::span<const Form> asyncForms() { return kForms; }

}  // namespace lanescope::sass
