// SPDX-License-Identifier: GPL-3.0-or-later
// Half precision (PTX ISA 9.7.4): f16 and bf16, alone or two in 32 bits. Every result is rounded once, to nearest even;
// every NaN that comes out is 0x7fff. Of PTX's approximations ex2 is
// what an H200's MUFU makes of it; tanh is correctly rounded here.
#include <cmath>

#include "core/simt/handlers/half.h"
#include "core/simt/handlers/lanes.h"
#include "core/simt/handlers/mufu.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

/// What is done with operands and results.
struct Modifiers {
    bool ftz = false;
    bool saturate = false;
    bool relu = false;
    bool nan = false;  ///< min, max: a NaN operand gives NaN
    explicit Modifiers(const program::Instruction& i) : ftz(i.ftz), saturate(i.saturate), relu(i.relu), nan(i.nan) {}
};

template <typename H>
std::uint16_t operandOf(std::uint16_t bits, Modifiers with) {
    return with.ftz ? flushed16<H>(bits) : bits;
}
/// sat: to [0, 1], NaN to +0. relu: a negative number to +0.
template <typename H>
std::uint16_t resultOf(std::uint16_t bits, Modifiers with) {
    if (with.ftz) bits = flushed16<H>(bits);
    const bool isNan = isNan16<H>(bits);
    const bool negative = (bits & kSignOf16Bits) != 0;
    if (with.saturate) return isNan || negative ? 0 : bits < H::kOne ? bits : H::kOne;
    if (isNan) return kNanOf16Bits;
    return with.relu && negative ? 0 : bits;
}

// Operations on bits; the double ones are exact or innocently rounded (half.h).
template <typename H>
struct HAdd {
    std::uint16_t operator()(Modifiers, std::uint16_t a, std::uint16_t b) const {
        return narrowed<H>(double{widened<H>(a)} + double{widened<H>(b)});
    }
};
template <typename H>
struct HSub {
    std::uint16_t operator()(Modifiers, std::uint16_t a, std::uint16_t b) const {
        return narrowed<H>(double{widened<H>(a)} - double{widened<H>(b)});
    }
};
template <typename H>
struct HMul {
    std::uint16_t operator()(Modifiers, std::uint16_t a, std::uint16_t b) const {
        return narrowed<H>(double{widened<H>(a)} * double{widened<H>(b)});
    }
};
template <typename H>
struct HFma {
    std::uint16_t operator()(Modifiers, std::uint16_t a, std::uint16_t b, std::uint16_t c) const {
        return narrowed<H>(fusedToOdd(widened<H>(a), widened<H>(b), widened<H>(c)));
    }
};
template <typename H>
struct HNeg {
    std::uint16_t operator()(Modifiers, std::uint16_t a) const { return static_cast<std::uint16_t>(a ^ kSignOf16Bits); }
};
template <typename H>
struct HAbs {
    std::uint16_t operator()(Modifiers, std::uint16_t a) const { return static_cast<std::uint16_t>(a & 0x7fffU); }
};
/// Order of the bits of numbers as integers: -0 is less than +0.
inline int orderOf(std::uint16_t bits) {
    return (bits & kSignOf16Bits) != 0 ? -1 - static_cast<int>(bits & 0x7fffU) : static_cast<int>(bits);
}
template <typename H, bool Greater>
struct HExtreme {
    std::uint16_t operator()(Modifiers with, std::uint16_t a, std::uint16_t b) const {
        const bool noA = isNan16<H>(a);
        const bool noB = isNan16<H>(b);
        if (noA || noB) return (noA && noB) || with.nan ? kNanOf16Bits : noA ? b : a;
        return (orderOf(a) > orderOf(b)) == Greater ? a : b;
    }
};
template <typename H>
using HMin = HExtreme<H, false>;
template <typename H>
using HMax = HExtreme<H, true>;
/// What is not negative, cut off.
template <typename H>
std::uint16_t cutOff(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value != value) return kNanOf16Bits;
    const int exponent = static_cast<int>(bits >> 23) - 127 + static_cast<int>(H::kBias);
    constexpr unsigned kDrop = 23 - H::kFraction;
    if (exponent >= static_cast<int>(H::kInfinity >> H::kFraction)) return H::kInfinity;
    if (exponent > 0) return static_cast<std::uint16_t>(exponent << H::kFraction | (bits & 0x7f'ffffU) >> kDrop);
    const unsigned shift = kDrop + 1 - static_cast<unsigned>(exponent);
    return static_cast<std::uint16_t>(shift < 24 ? ((bits & 0x7f'ffffU) | 0x80'0000U) >> shift : 0);
}
/// MUFU.EX2 of a float, of which the lowest bits are left out.
template <typename H>
struct HEx2 {
    std::uint16_t operator()(Modifiers, std::uint16_t a) const { return cutOff<H>(mufuEx2(widened<H>(a))); }
};
template <typename H>
struct HTanh {
    std::uint16_t operator()(Modifiers, std::uint16_t a) const { return narrowed<H>(std::tanh(double{widened<H>(a)})); }
};

template <typename H, typename F, typename... Bits>
std::uint16_t applied(Modifiers with, Bits... operand) {
    return resultOf<H>(F{}(with, operandOf<H>(operand, with)...), with);
}

/// One operation a lane, or two in the halves of a 32-bit register.
template <typename H, typename F, typename Word, typename... Words>
Word appliedTo(Modifiers with, Word first, Words... rest) {
    if constexpr (sizeof(Word) == 2) {
        return applied<H, F>(with, first, rest...);
    } else {
        const auto low = applied<H, F>(with, static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(rest)...);
        const auto high =
            applied<H, F>(with, static_cast<std::uint16_t>(first >> 16), static_cast<std::uint16_t>(rest >> 16)...);
        return static_cast<Word>(high) << 16 | low;
    }
}

template <typename H, typename F, typename Word, unsigned Sources>
void half(Machine& m, const Op& op) {
    const Modifiers with(*op.source);
    const auto from = [&](unsigned k) { return m.at<const Word>(op.from[k]); };
    Word* const to = m.at<Word>(op.to);
    const auto f = [with](auto... operand) { return appliedTo<H, F, Word>(with, operand...); };
    if constexpr (Sources == 1) eachLane(m.active, to, f, from(0));
    if constexpr (Sources == 2) eachLane(m.active, to, f, from(0), from(1));
    if constexpr (Sources == 3) eachLane(m.active, to, f, from(0), from(1), from(2));
}

template <template <typename> typename F, unsigned Sources>
Handler pickTyped(program::Type type) {
    switch (type) {
        case program::Type::F16: return &half<Half, F<Half>, std::uint16_t, Sources>;
        case program::Type::F16x2: return &half<Half, F<Half>, std::uint32_t, Sources>;
        case program::Type::BF16: return &half<Brain, F<Brain>, std::uint16_t, Sources>;
        case program::Type::BF16x2: return &half<Brain, F<Brain>, std::uint32_t, Sources>;
        default: return nullptr;
    }
}

}  // namespace

Handler pickHalf(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    const bool nearest = i.rounding == program::Rounding::None || i.rounding == program::Rounding::Rn;
    switch (i.opcode) {
        case program::Opcode::Add: return nearest ? pickTyped<HAdd, 2>(i.type) : nullptr;
        case program::Opcode::Sub: return nearest ? pickTyped<HSub, 2>(i.type) : nullptr;
        case program::Opcode::Mul: return nearest ? pickTyped<HMul, 2>(i.type) : nullptr;
        case program::Opcode::Fma: return nearest ? pickTyped<HFma, 3>(i.type) : nullptr;
        case program::Opcode::Neg: return pickTyped<HNeg, 1>(i.type);
        case program::Opcode::Abs: return pickTyped<HAbs, 1>(i.type);
        case program::Opcode::Min: return pickTyped<HMin, 2>(i.type);
        case program::Opcode::Max: return pickTyped<HMax, 2>(i.type);
        case program::Opcode::Ex2: return pickTyped<HEx2, 1>(i.type);
        case program::Opcode::Tanh: return pickTyped<HTanh, 1>(i.type);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
