// SPDX-License-Identifier: GPL-3.0-or-later
// Integer operations of machine code that PTX does not have: sums of three with carries, shifts of two words, products
// with a carry. A negative operand is the complement and one more, so that a difference carries where it borrows
// nothing.
#include <algorithm>
#include <limits>

#include "core/simt/handlers/lanes.h"
#include "core/simt/handlers/mufu.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using program::Opcode;
using Word = std::uint32_t;
using Wide = std::uint64_t;

/// An operand with its sign, before anything is cut off.
struct Signed {
    Word flip = 0;
    Wide more = 0;
    explicit Signed(const program::Operand& operand) {
        if (operand.negative) flip = ~Word{0}, more = 1;
    }
    Wide operator()(Word a) const { return Wide{static_cast<Word>(a ^ flip)} + more; }
};

void add3(Machine& m, const Op& op) {
    const auto& from = op.source->sources;
    const Signed sa(from[0]);
    const Signed sb(from[1]);
    const Signed sc(from[2]);
    eachLane(
        m.active, m.at<Word>(op.to),
        [=](Word a, Word b, Word c) {
            return static_cast<Word>((a ^ sa.flip) - sa.flip + (b ^ sb.flip) - sb.flip + (c ^ sc.flip) - sc.flip);
        },
        m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]), m.at<const Word>(op.from[2]));
}

/// Writes the low words of sums, and how far each went beyond them as one or two predicates.
void putSums(Machine& m, const Op& op, const Wide* sum) {
    LaneMask once = 0;
    LaneMask twice = 0;
    alignas(64) Word low[kWarpSize];
    for (unsigned i = 0; i < kWarpSize; ++i) {
        low[i] = static_cast<Word>(sum[i]);
        const Word carry = static_cast<Word>(sum[i] >> 32);
        once |= (carry >= 1 ? 1U : 0U) << i;
        twice |= (carry >= 2 ? 1U : 0U) << i;
    }
    if (op.to != kNowhere) blend(m.active, m.at<Word>(op.to), low);
    setPredicate(m, op.to2, once);
    setPredicate(m, op.to3, twice);
}

/// Predicate `place` as 0 or 1 in each lane.
void carriesOf(const Machine& m, Place place, bool negated, Wide* carry) {
    const LaneMask mask = place == kNowhere ? 0 : negated ? ~m.mask(place) : m.mask(place);
    for (unsigned i = 0; i < kWarpSize; ++i) carry[i] += mask >> i & 1U;
}

void add3Carrying(Machine& m, const Op& op) {
    const program::Instruction& source = *op.source;
    const Signed sa(source.sources[0]);
    const Signed sb(source.sources[1]);
    const Signed sc(source.sources[2]);
    Wide sum[kWarpSize] = {};
    if (source.carryIn) {
        carriesOf(m, op.from[3], source.sources[3].negated, sum);
        carriesOf(m, op.last, source.lastSource.negated, sum);
    }
    const Word* const a = m.at<const Word>(op.from[0]);
    const Word* const b = m.at<const Word>(op.from[1]);
    const Word* const c = m.at<const Word>(op.from[2]);
    for (unsigned i = 0; i < kWarpSize; ++i) sum[i] += sa(a[i]) + sb(b[i]) + sc(c[i]);
    putSums(m, op, sum);
}

/// Sums of 64 bits with one carry.
__extension__ using Double = unsigned __int128;
template <typename T>
void putWideSums(Machine& m, const Op& op, const Double* sum) {
    LaneMask carry = 0;
    alignas(64) T upper[kWarpSize];  // a word is the upper one of 64 bits
    for (unsigned i = 0; i < kWarpSize; ++i) {
        upper[i] = static_cast<T>(static_cast<Wide>(sum[i]) >> (64 - 8 * sizeof(T)));
        carry |= ((sum[i] >> 64) != 0 ? 1U : 0U) << i;
    }
    if (op.to != kNowhere) blend(m.active, m.at<T>(op.to), upper);
    setPredicate(m, op.to2, carry);
}
void add3Wide(Machine& m, const Op& op) {
    const program::Instruction& source = *op.source;
    Wide more[kWarpSize] = {};
    if (source.carryIn) carriesOf(m, op.from[3], source.sources[3].negated, more);
    Double sum[kWarpSize] = {};
    for (unsigned k = 0; k < 3; ++k) {
        const Wide* const from = m.at<const Wide>(op.from[k]);
        const bool negative = source.sources[k].negative;
        for (unsigned i = 0; i < kWarpSize; ++i) sum[i] += negative ? Double{~from[i]} + 1 : Double{from[i]};
    }
    for (unsigned i = 0; i < kWarpSize; ++i) sum[i] += more[i];
    putWideSums<Wide>(m, op, sum);
}
/// A product of words and an addend of 64 bits.
void madWideCarry(Machine& m, const Op& op) {
    const program::Instruction& source = *op.source;
    Wide more[kWarpSize] = {};
    if (source.carryIn) carriesOf(m, op.from[3], source.sources[3].negated, more);
    const Word* const a = m.at<const Word>(op.from[0]);
    const Word* const b = m.at<const Word>(op.from[1]);
    const Wide* const c = m.at<const Wide>(op.from[2]);
    Double sum[kWarpSize];
    for (unsigned i = 0; i < kWarpSize; ++i) sum[i] = Double{Wide{a[i]} * b[i]} + c[i] + more[i];
    source.part == program::Part::Hi ? putWideSums<Word>(m, op, sum) : putWideSums<Wide>(m, op, sum);
}

void madCarry(Machine& m, const Op& op) {
    Wide carry[kWarpSize] = {};
    carriesOf(m, op.from[3], op.source->sources[3].negated, carry);
    eachLane(
        m.active, m.at<Word>(op.to),
        [](Word a, Word b, Word c, Wide more) { return static_cast<Word>(a * b + c + static_cast<Word>(more)); },
        m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]), m.at<const Word>(op.from[2]), carry);
}

/// The upper words of products and addends of 64 bits.
template <typename T>
void madHigh(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<Word>(op.to),
        [](T a, T b, Wide c) {
            using Whole = std::conditional_t<std::is_signed_v<T>, std::int64_t, Wide>;
            const auto product = static_cast<Wide>(static_cast<Whole>(a) * static_cast<Whole>(b));
            return static_cast<Word>((product + c) >> 32);
        },
        m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), m.at<const Wide>(op.from[2]));
}

/// a << amount, or with c as its upper word the upper word of that; then the sum as of add3.
void shiftAdd(Machine& m, const Op& op) {
    const program::Instruction& source = *op.source;
    const unsigned by = source.amount;
    const bool high = source.part == program::Part::Hi;
    const bool sign = source.sourceType == program::Type::S32;  // c is the sign of a
    const Signed sb(source.sources[1]);
    const Signed sa(source.sources[0]);
    Wide sum[kWarpSize] = {};
    if (source.carryIn) carriesOf(m, op.from[3], source.sources[3].negated, sum);
    const Word* const a = m.at<const Word>(op.from[0]);
    const Word* const b = m.at<const Word>(op.from[1]);
    const Word* const c = op.from[2] == kNowhere ? a : m.at<const Word>(op.from[2]);
    for (unsigned i = 0; i < kWarpSize; ++i) {
        const Word low = static_cast<Word>(sa(a[i]));
        const Word upper = sign ? static_cast<Word>(static_cast<std::int32_t>(low) >> 31) : c[i];
        const Wide both = Wide{upper} << 32 | low;
        sum[i] += sb(b[i]) + (high ? static_cast<Word>((both << by) >> 32) : static_cast<Word>(low << by));
    }
    putSums(m, op, sum);
}

/// from[0] the low word, from[1] how far, from[2] the high word.
template <typename T>
T funnelled(T both, Word by, bool right, unsigned width, bool wrap) {
    by = wrap ? by & (width - 1) : by > width ? width : by;
    if (by >= 64) return right && both < 0 && std::is_signed_v<T> ? static_cast<T>(~T{0}) : T{0};
    return right ? static_cast<T>(both >> by) : static_cast<T>(static_cast<Wide>(both) << by);
}
template <typename T>
void funnel(Machine& m, const Op& op) {
    const program::Instruction& source = *op.source;
    const unsigned width = program::bitsOf(source.type);
    const bool high = source.part == program::Part::Hi;
    const bool right = source.shiftRight;
    const bool wrap = source.shiftWrap;
    eachLane(
        m.active, m.at<Word>(op.to),
        [=](Word low, Word by, Word upper) {
            const T shifted = funnelled(static_cast<T>(Wide{upper} << 32 | low), by, right, width, wrap);
            return static_cast<Word>(static_cast<Wide>(shifted) >> (high ? 32 : 0));
        },
        m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]), m.at<const Word>(op.from[2]));
}

template <typename T>
T either(T a, T b, Word least) {
    return (least != 0) == (a < b) ? a : b;
}
/// The least where the predicate holds, else the greatest; .relu: no less than 0.
template <typename T, bool Sum>
void minMax(Machine& m, const Op& op) {
    const LaneMask least = predicateSource(m, op, 3);
    Word choose[kWarpSize];
    for (unsigned i = 0; i < kWarpSize; ++i) choose[i] = least >> i & 1U;
    const T floor = op.source->relu ? T{0} : std::numeric_limits<T>::lowest();
    eachLane(
        m.active, m.at<T>(op.to),
        [floor](T a, T b, T c, Word l) {
            const T both = Sum ? static_cast<T>(static_cast<Word>(a) + static_cast<Word>(b)) : either(a, b, l);
            return std::max(either(both, c, l), floor);
        },
        m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), m.at<const T>(op.from[2]), choose);
}

template <bool Root>
void highOfReciprocal(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<Word>(op.to), [](Word upper) { return mufuHigh<Root>(upper); }, m.at<const Word>(op.from[0]));
}

}  // namespace

Handler pickWords(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    const bool isSigned = program::isSigned(i.type);
    switch (i.opcode) {
        case Opcode::Add3:
            if (program::bitsOf(i.type) == 64) return &add3Wide;
            return i.carryIn || i.carryOut ? &add3Carrying : &add3;
        case Opcode::MadCarry: return i.part == program::Part::None ? &madCarry : &madWideCarry;
        case Opcode::MadHigh: return isSigned ? &madHigh<std::int32_t> : &madHigh<Word>;
        case Opcode::ShiftAdd: return &shiftAdd;
        case Opcode::Funnel: return isSigned ? &funnel<std::int64_t> : &funnel<Wide>;
        case Opcode::MinMax3: return isSigned ? &minMax<std::int32_t, false> : &minMax<Word, false>;
        case Opcode::AddMinMax: return isSigned ? &minMax<std::int32_t, true> : &minMax<Word, true>;
        case Opcode::RcpHigh: return &highOfReciprocal<false>;
        case Opcode::RsqrtHigh: return &highOfReciprocal<true>;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
