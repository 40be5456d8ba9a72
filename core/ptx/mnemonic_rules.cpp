// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/mnemonic_rules.h"

namespace lanescope::ptx {
namespace {

bool rounds(const Instruction& i) { return i.rounding != Rounding::None; }
bool roundsToInteger(const Instruction& i) { return i.rounding >= Rounding::Rni && i.rounding <= Rounding::Rpi; }

bool conversionFits(const Instruction& i) {
    const bool from = isFloat(i.sourceType);
    const bool to = isFloat(i.type);
    const bool packs = i.type == Type::F16x2 || i.type == Type::BF16x2;
    if (i.sourceType == Type::F16x2 || i.sourceType == Type::BF16x2) return false;
    if (packs) return i.sourceType == Type::F32 && rounds(i) && !roundsToInteger(i);
    if (i.relu && (i.sourceType != Type::F32 || !isHalf(i.type))) return false;
    if (i.ftz && i.type != Type::F32 && i.sourceType != Type::F32) return false;
    if (from && !to) return roundsToInteger(i);
    if (!from && to) return rounds(i) && !roundsToInteger(i);
    if (!from) return !rounds(i) && !i.ftz;
    const bool narrows = bitsOf(i.type) < bitsOf(i.sourceType);
    const bool betweenHalves = isHalf(i.type) && isHalf(i.sourceType) && i.type != i.sourceType;
    return narrows || betweenHalves ? rounds(i) && !roundsToInteger(i)
                                    : !rounds(i) || (roundsToInteger(i) && i.type == i.sourceType);
}

bool atomFits(const Instruction& i) {
    if (i.space != Space::Generic && i.space != Space::Global && i.space != Space::Shared) return false;
    const std::uint32_t type = in(i.type);
    switch (i.atomOp) {
        case AtomOp::None: return false;
        case AtomOp::Add: return (type & (in(Type::U32) | in(Type::S32) | in(Type::U64) | kFloat | kHalves)) != 0;
        case AtomOp::Min:
        case AtomOp::Max: return (type & kInteger3264) != 0;
        case AtomOp::Inc:
        case AtomOp::Dec: return i.type == Type::U32;
        case AtomOp::Exch: return i.opcode == Opcode::Atom && (type & kBits3264) != 0;
        case AtomOp::Cas: return i.opcode == Opcode::Atom && (type & kBits) != 0;
        default: return (type & kBits3264) != 0;
    }
}

bool reduxFits(const Instruction& i) {
    switch (i.atomOp) {
        case AtomOp::Add:
        case AtomOp::Min:
        case AtomOp::Max: return i.type == Type::U32 || i.type == Type::S32;
        case AtomOp::And:
        case AtomOp::Or:
        case AtomOp::Xor: return i.type == Type::B32;
        default: return false;
    }
}

bool sumFits(const Instruction& i) {
    const bool carries = i.carryIn || i.carryOut;
    if (isFloat(i.type)) {
        const bool mayClamp = i.type == Type::F32 || i.type == Type::F16 || i.type == Type::F16x2;
        return !carries && (!i.saturate || mayClamp);
    }
    return !rounds(i) && (!i.saturate || (i.type == Type::S32 && !carries)) && (!carries || bitsOf(i.type) >= 32);
}

bool barrierFits(const Instruction& i) {
    switch (i.barMode) {
        case BarMode::RedPopc: return i.type == Type::U32;
        case BarMode::RedAnd:
        case BarMode::RedOr: return i.type == Type::Pred;
        default: return i.type == Type::None;
    }
}

bool mbarrierFits(const Instruction& i) {
    return i.mbarrierOp == MbarrierOp::PendingCount || i.space == Space::Shared || i.space == Space::Generic;
}

bool productFits(const Instruction& i) {
    const bool carries = i.carryIn || i.carryOut;
    if (isFloat(i.type)) return i.part == Part::None && (i.opcode == Opcode::Mul || rounds(i)) && !carries;
    const bool narrow = bitsOf(i.type) < 64;
    if (carries && (i.part == Part::Wide || bitsOf(i.type) < 32 || i.saturate)) return false;
    const bool mayClamp = i.opcode == Opcode::Mad && i.part == Part::Hi && i.type == Type::S32;
    return !rounds(i) && !i.ftz && i.part != Part::None && (i.part != Part::Wide || narrow) &&
           (!i.saturate || mayClamp);
}

bool comparisonFits(const Instruction& i) {
    const Type type = i.opcode == Opcode::Set ? i.sourceType : i.type;
    if (i.comparison == Comparison::None) return false;
    if (isFloat(type)) return i.comparison < Comparison::Lo || i.comparison > Comparison::Hs;
    const bool plainBits = (in(type)&kBits) != 0;
    const bool unsignedOnly = i.comparison >= Comparison::Lo && i.comparison <= Comparison::Hs;
    if (i.ftz || i.comparison >= Comparison::Equ || (unsignedOnly && (in(type)&kSigned) != 0)) return false;
    return !plainBits || i.comparison == Comparison::Eq || i.comparison == Comparison::Ne;
}

bool ftzFits(const Instruction& i) {
    if (i.opcode == Opcode::Cvt || i.opcode == Opcode::Set || i.opcode == Opcode::Slct || i.type == Type::F32)
        return true;
    if (i.type == Type::F64)
        return (i.opcode == Opcode::Rcp || i.opcode == Opcode::Rsqrt) && i.rounding == Rounding::Approx;
    return i.type == Type::F16 || i.type == Type::F16x2 || i.opcode == Opcode::Ex2;
}

}  // namespace

bool combines(const OpcodeRow& row, const Instruction& i) {
    if (((row.types != 0) != (i.type != Type::None) && i.opcode != Opcode::CpAsync) ||
        (row.sourceTypes != 0) != (i.sourceType != Type::None))
        return false;
    if (i.ftz && !ftzFits(i)) return false;
    switch (i.opcode) {
        case Opcode::Add:
        case Opcode::Sub: return sumFits(i);
        case Opcode::Mul:
        case Opcode::Mad: return productFits(i);
        case Opcode::Mul24: return i.part == Part::Lo || i.part == Part::Hi;
        case Opcode::Mad24:
            return i.part == Part::Lo ? !i.saturate : i.part == Part::Hi && (!i.saturate || i.type == Type::S32);
        case Opcode::Dp2a: return i.part == Part::Lo || i.part == Part::Hi;
        case Opcode::Fma: return rounds(i) && (!i.relu || (isHalf(i.type) && !i.saturate));
        case Opcode::Min:
        case Opcode::Max:
            return (!i.nan || i.type == Type::F32 || isHalf(i.type)) &&
                   (!i.relu || i.type == Type::S32 || i.type == Type::S16x2);
        case Opcode::Sqrt:
        case Opcode::Rcp: return rounds(i) && (i.type == Type::F32 || i.rounding != Rounding::Approx || i.ftz);
        case Opcode::Div: return rounds(i) == isFloat(i.type);
        case Opcode::Rsqrt:
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Sin:
        case Opcode::Cos:
        case Opcode::Tanh: return i.rounding == Rounding::Approx;
        case Opcode::Testp: return i.testpMode != TestpMode::None;
        case Opcode::Isspacep: return i.space != Space::Generic;
        case Opcode::Redux: return reduxFits(i);
        case Opcode::Bar: return barrierFits(i);
        case Opcode::Mbarrier: return mbarrierFits(i);
        case Opcode::CpAsyncMbarrier: return i.space == Space::Shared || i.space == Space::Generic;
        case Opcode::Setp:
        case Opcode::Set: return comparisonFits(i);
        case Opcode::Cvt: return conversionFits(i);
        case Opcode::Cvta: return i.space != Space::Generic;
        case Opcode::Ld: return i.vectorSize * bitsOf(i.type) <= 128;
        case Opcode::St: return i.vectorSize * bitsOf(i.type) <= 128 && i.space != Space::Const;
        case Opcode::Atom:
        case Opcode::Red: return atomFits(i);
        case Opcode::CpAsync: return i.space == Space::Global;
        case Opcode::Match: return i.matchMode != MatchMode::None;
        case Opcode::Shfl: return i.shflMode != ShflMode::None;
        case Opcode::Vote:
            return i.voteMode != VoteMode::None && (i.voteMode == VoteMode::Ballot) == (i.type == Type::B32);
        default: return true;
    }
}

}  // namespace lanescope::ptx
