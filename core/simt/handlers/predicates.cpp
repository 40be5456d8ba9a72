// SPDX-License-Identifier: GPL-3.0-or-later
// What machine code does with predicates besides comparing: any function of three, packing them into a word, whether a
// result is other than 0, and comparisons of 64 bits in two steps.
#include <cmath>

#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using program::Comparison;
using program::Opcode;
using Word = std::uint32_t;

/// Bit (4a + 2b + c) of the table, for the bits of three words.
Word looked(Word a, Word b, Word c, Word table) {
    Word result = 0;
    for (unsigned row = 0; row < 8; ++row) {
        const Word here = ((row & 4U) != 0 ? a : ~a) & ((row & 2U) != 0 ? b : ~b) & ((row & 1U) != 0 ? c : ~c);
        result |= (table >> row & 1U) != 0 ? here : 0;
    }
    return result;
}

void predicateLogic(Machine& m, const Op& op) {
    const LaneMask a = predicateSource(m, op, 0);
    const LaneMask b = predicateSource(m, op, 1);
    const LaneMask c = predicateSource(m, op, 2);
    setPredicate(m, op.to, looked(a, b, c, op.source->table));
    setPredicate(m, op.to2, looked(a, b, c, op.source->table2));
}

/// lop3 that also says whether a bit of the result is set.
void lop3Any(Machine& m, const Op& op) {
    const Word* const a = m.at<const Word>(op.from[0]);
    const Word* const b = m.at<const Word>(op.from[1]);
    const Word* const c = m.at<const Word>(op.from[2]);
    const Word table = m.at<const Word>(op.from[3])[0];
    alignas(64) Word result[kWarpSize];
    for (unsigned i = 0; i < kWarpSize; ++i) result[i] = looked(a[i], b[i], c[i], table);
    LaneMask any = 0;
    for (unsigned i = 0; i < kWarpSize; ++i) any |= (result[i] != 0 ? 1U : 0U) << i;
    if (op.to != kNowhere) blend(m.active, m.at<Word>(op.to), result);
    if (op.last != kNowhere) any |= op.source->lastSource.negated ? ~m.mask(op.last) : m.mask(op.last);
    setPredicate(m, op.to2, any);
}

/// FCHK: a quotient that the short way of a division does not reach. NVIDIA says nowhere which those are; here they are
/// those whose operands are not ordinary, or whose exponents lie so far apart that a step on the way could be
/// subnormal or overflow. Either way gives the same quotient, only their numbers of instructions differ.
void divisionCheck(Machine& m, const Op& op) {
    const Word* const a = m.at<const Word>(op.from[0]);
    const Word* const b = m.at<const Word>(op.from[1]);
    LaneMask special = 0;
    for (unsigned i = 0; i < kWarpSize; ++i) {
        const int top = static_cast<int>(a[i] >> 23 & 0xffU);
        const int bottom = static_cast<int>(b[i] >> 23 & 0xffU);
        constexpr int kLast = 0xff;
        constexpr int kReach = 126;
        constexpr int kRemainder = 24;  // bits of a remainder below its dividend
        const bool far = top - bottom >= kReach || bottom - top >= kReach - 1;
        const bool ordinary = top != kLast && bottom != 0 && bottom < kLast - 2 && top > kRemainder;
        special |= (!ordinary || far ? 1U : 0U) << i;
    }
    setPredicate(m, op.to, special);
}

/// The comparison of the upper halves decides, and where they are equal that of the lower ones.
bool comparedWide(Comparison comparison, bool less, bool equal, bool lower) {
    switch (comparison) {
        case Comparison::Eq: return equal && lower;
        case Comparison::Ne: return !equal || lower;
        case Comparison::Lt:
        case Comparison::Le: return less || (equal && lower);
        default: return (!less && !equal) || (equal && lower);
    }
}
template <typename T>
void setpUpper(Machine& m, const Op& op) {
    const T* const a = m.at<const T>(op.from[0]);
    const T* const b = m.at<const T>(op.from[1]);
    const LaneMask lower = predicateSource(m, op, 3);
    const LaneMask also = predicateSource(m, op, 2);
    LaneMask holds = 0;
    for (unsigned i = 0; i < kWarpSize; ++i) {
        const bool is = comparedWide(op.source->comparison, a[i] < b[i], a[i] == b[i], (lower >> i & 1U) != 0);
        holds |= (is ? 1U : 0U) << i;
    }
    const auto combined = [&](LaneMask compared) {
        return op.source->boolOp == program::BoolOp::Or    ? compared | also
               : op.source->boolOp == program::BoolOp::Xor ? compared ^ also
                                                           : compared & also;
    };
    setPredicate(m, op.to, combined(holds));
    setPredicate(m, op.to2, combined(~holds));
}

/// DSETP.MIN, DSETP.MAX: is the first what is wanted; are both no numbers? A number is chosen before what is none, and
/// -0 is less than +0.
template <bool Greatest>
void choose(Machine& m, const Op& op) {
    const double* const a = m.at<const double>(op.from[0]);
    const double* const b = m.at<const double>(op.from[1]);
    LaneMask first = 0;
    LaneMask neither = 0;
    for (unsigned i = 0; i < kWarpSize; ++i) {
        const bool noA = a[i] != a[i];
        const bool noB = b[i] != b[i];
        const bool less = a[i] < b[i] || (a[i] == b[i] && std::signbit(a[i]) && !std::signbit(b[i]));
        const bool is = noA ? false : noB || less != Greatest;
        first |= (is ? 1U : 0U) << i;
        neither |= (noA && noB ? 1U : 0U) << i;
    }
    setPredicate(m, op.to, first);
    setPredicate(m, op.to2, neither);
}

constexpr unsigned kPredicates = 7;
/// They lie side by side.
Place predicatePlace(const Op& op, unsigned k) { return op.vector[0] + k * sizeof(LaneMask); }

/// The mask says which bits are predicates; the others are those of from[0].
void pack(Machine& m, const Op& op) {
    const Word* const rest = m.at<const Word>(op.from[0]);
    const Word* const mask = m.at<const Word>(op.from[1]);
    Word* const to = m.at<Word>(op.to);
    eachActive(m.active, [&](unsigned lane) {
        Word bits = 0;
        for (unsigned k = 0; k < kPredicates; ++k) bits |= (m.mask(predicatePlace(op, k)) >> lane & 1U) << k;
        bits <<= op.source->amount;
        to[lane] = (rest[lane] & ~mask[lane]) | (bits & mask[lane]);
    });
}
void unpack(Machine& m, const Op& op) {
    const Word* const from = m.at<const Word>(op.from[0]);
    const Word* const mask = m.at<const Word>(op.from[1]);
    for (unsigned k = 0; k < kPredicates; ++k) {
        LaneMask set = 0;
        LaneMask named = 0;
        for (unsigned i = 0; i < kWarpSize; ++i) {
            set |= (from[i] >> (k + op.source->amount) & 1U) << i;
            named |= (mask[i] >> (k + op.source->amount) & 1U) << i;
        }
        LaneMask& predicate = m.mask(predicatePlace(op, k));
        named &= m.active;
        predicate = (predicate & ~named) | (set & named);
    }
}

}  // namespace

Handler pickPredicates(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case Opcode::PredicateLogic: return &predicateLogic;
        case Opcode::Choose: return i.atomOp == program::AtomOp::Max ? &choose<true> : &choose<false>;
        case Opcode::PackPredicates: return &pack;
        case Opcode::UnpackPredicates: return &unpack;
        case Opcode::Testp: return i.sourceCount == 2 ? &divisionCheck : nullptr;
        case Opcode::Lop3: return i.destination2.kind == program::Operand::Kind::Register ? &lop3Any : nullptr;
        case Opcode::Setp:
            if (i.sourceCount != 4) return nullptr;
            return program::isSigned(i.type) ? &setpUpper<std::int32_t> : &setpUpper<Word>;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
