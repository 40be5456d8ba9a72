// SPDX-License-Identifier: GPL-3.0-or-later
// The rarer bit operations (PTX ISA 9.7.1, 9.7.9): bfind.shiftamt, bmsk, szext, fns, prmt with a mode.
#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using Word = std::uint32_t;

/// bfind.shiftamt: how far left the found bit must go to become the highest.
template <typename T>
void shiftAmount(Machine& m, const Op& op) {
    eachLane(
        m.active, m.at<Word>(op.to),
        [](T a) {
            constexpr unsigned kWidth = 8 * sizeof(T);
            const auto bits = static_cast<std::make_unsigned_t<T>>(a < 0 ? ~a : a);
            return bits == 0 ? 0xffffffffU : static_cast<Word>(__builtin_clzll(bits)) - (64 - kWidth);
        },
        m.at<const T>(op.from[0]));
}

/// b ones from bit a on. Clamped: none if a is past the word, all above a if b is.
Word bitMask(Word a, Word b, bool wrap) {
    if (!wrap && a >= 32) return 0;
    const Word from = ~Word{0} << (a & 31U);
    const Word end = (a & 31U) + (b & 31U);
    if (end >= 32 || (!wrap && b >= 32)) return from;
    return from & ~(~Word{0} << end);
}
void bmsk(Machine& m, const Op& op) {
    const bool wrap = op.source->shiftWrap;
    eachLane(
        m.active, m.at<Word>(op.to), [wrap](Word a, Word b) { return bitMask(a, b, wrap); },
        m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]));
}

/// The low b bits of a, extended by their sign if signed. Clamped: all of a if b is 32 or more.
Word extended(Word a, Word b, bool wrap, bool isSigned) {
    const Word bits = b & 31U;
    if (!wrap && b >= 32) return a;
    const Word above = ~Word{0} << bits;
    const bool negative = isSigned && bits != 0 && (a >> (bits - 1) & 1U) != 0;
    return (a & ~above) | (negative ? above : 0);
}
void szext(Machine& m, const Op& op) {
    const bool wrap = op.source->shiftWrap;
    const bool isSigned = op.source->type == program::Type::S32;
    eachLane(
        m.active, m.at<Word>(op.to), [=](Word a, Word b) { return extended(a, b, wrap, isSigned); },
        m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]));
}

/// Position of the |offset|-th set bit from bit `base` on, upwards or downwards; all ones if there is none. A base past
/// the word is undefined in PTX; here nothing is found.
struct FindNth {
    Word operator()(Word mask, Word base, Word offset) const {
        const auto wanted = static_cast<std::int32_t>(offset);
        if (base > 31) return 0xffffffffU;
        if (wanted == 0) return (mask >> base & 1U) != 0 ? base : 0xffffffffU;
        std::int64_t left = wanted > 0 ? std::int64_t{wanted} : -std::int64_t{wanted};
        for (auto at = static_cast<int>(base); at >= 0 && at<32; at += wanted> 0 ? 1 : -1)
            if ((mask >> at & 1U) != 0 && --left == 0) return static_cast<Word>(at);
        return 0xffffffffU;
    }
};

/// Which byte of b:a byte `i` of the result is, by the low two bits of the selector.
unsigned byteFor(program::PrmtMode mode, unsigned selector, unsigned i) {
    switch (mode) {
        case program::PrmtMode::F4e: return selector + i;
        case program::PrmtMode::B4e: return (selector - i) & 7U;
        case program::PrmtMode::Rc8: return selector;
        case program::PrmtMode::Ecl: return i > selector ? i : selector;
        case program::PrmtMode::Ecr: return i < selector ? i : selector;
        case program::PrmtMode::Rc16: return (selector & 1U) * 2 + (i & 1U);
        case program::PrmtMode::None: break;
    }
    return i;
}
void permute(Machine& m, const Op& op) {
    const program::PrmtMode mode = op.source->prmtMode;
    eachLane(
        m.active, m.at<Word>(op.to),
        [mode](Word a, Word b, Word c) {
            const std::uint64_t both = std::uint64_t{b} << 32 | a;
            Word result = 0;
            for (unsigned i = 0; i < 4; ++i)
                result |= (static_cast<Word>(both >> (8 * byteFor(mode, c & 3U, i))) & 0xffU) << (8 * i);
            return result;
        },
        m.at<const Word>(op.from[0]), m.at<const Word>(op.from[1]), m.at<const Word>(op.from[2]));
}

}  // namespace

Handler pickFields(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case program::Opcode::Bfind:
            if (!i.shiftAmount) return nullptr;
            return byInteger(i.type, [](auto zero) -> Handler { return &shiftAmount<decltype(zero)>; });
        case program::Opcode::Bmsk: return &bmsk;
        case program::Opcode::Szext: return &szext;
        case program::Opcode::Fns: return &ternary<Word, FindNth>;
        case program::Opcode::Prmt: return i.prmtMode != program::PrmtMode::None ? &permute : nullptr;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
