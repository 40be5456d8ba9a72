// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison and selection (PTX ISA 9.7.6 ff.), testp and copysign.
#include <cmath>

#include "core/simt/handlers/float_lanes.h"
#include "core/simt/handlers/half.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using program::Comparison;

/// Ordered comparisons are false and unordered ones true if an operand is NaN.
template <Comparison C>
struct Compare {
    template <typename T>
    bool operator()(T a, T b) const {
        using enum Comparison;
        if constexpr (C == Eq) return a == b;
        if constexpr (C == Ne) return std::is_floating_point_v<T> ? (a < b || a > b) : a != b;
        if constexpr (C == Lt || C == Lo) return a < b;
        if constexpr (C == Le || C == Ls) return a <= b;
        if constexpr (C == Gt || C == Hi) return a > b;
        if constexpr (C == Ge || C == Hs) return a >= b;
        if constexpr (C == Equ) return !(a < b || a > b);
        if constexpr (C == Neu) return a != b;
        if constexpr (C == Ltu) return !(a >= b);
        if constexpr (C == Leu) return !(a > b);
        if constexpr (C == Gtu) return !(a <= b);
        if constexpr (C == Geu) return !(a < b);
        if constexpr (C == Num) return a == a && b == b;
        if constexpr (C == Nan) return a != a || b != b;
        return false;
    }
};
template <Comparison C>
struct FlushedCompare {
    bool operator()(float a, float b) const { return Compare<C>{}(flushed(a), flushed(b)); }
};

bool isHalf(program::Type type) {
    using enum program::Type;
    return type == F16 || type == BF16 || type == F16x2 || type == BF16x2;
}

LaneMask combined(program::BoolOp op, LaneMask compared, LaneMask c) {
    switch (op) {
        case program::BoolOp::And: return compared & c;
        case program::BoolOp::Or: return compared | c;
        case program::BoolOp::Xor: return compared ^ c;
        case program::BoolOp::None: break;
    }
    return compared;
}

/// The third operand of setp and set, where there is one.
LaneMask alsoAsked(const Machine& m, const Op& op) {
    return op.source->boolOp == program::BoolOp::None ? 0 : predicateSource(m, op, 2);
}

template <typename T, typename F>
void setp(Machine& m, const Op& op) {
    const LaneMask compared = maskWhere(m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), F{});
    const program::BoolOp boolOp = op.source->boolOp;
    const LaneMask c = alsoAsked(m, op);
    setPredicate(m, op.to, combined(boolOp, compared, c));
    setPredicate(m, op.to2, combined(boolOp, ~compared, c));
}

/// set: all ones where it holds, 1 for a float. `high` is for the upper half of a two-in-one result.
void putSet(Machine& m, const Op& op, LaneMask low, LaneMask high) {
    const program::Type type = op.source->type;
    const auto put = [&](auto* to, std::uint32_t yes) {
        using Word = std::remove_pointer_t<decltype(to)>;
        eachActive(m.active, [=](unsigned lane) { to[lane] = static_cast<Word>((low >> lane & 1U) != 0 ? yes : 0); });
    };
    const auto putHalves = [&](std::uint32_t yes) {
        auto* const to = m.at<std::uint32_t>(op.to);
        eachActive(m.active, [=](unsigned lane) {
            to[lane] = ((low >> lane & 1U) != 0 ? yes : 0) | ((high >> lane & 1U) != 0 ? yes << 16 : 0);
        });
    };
    const bool halves = program::bitsOf(op.source->sourceType) == 32 && isHalf(op.source->sourceType);
    if (halves)
        return putHalves(type == program::Type::F16x2    ? Half::kOne
                         : type == program::Type::BF16x2 ? Brain::kOne
                                                         : 0xffffU);
    if (type == program::Type::F32) return put(m.at<std::uint32_t>(op.to), 0x3f800000U);
    if (type == program::Type::F16) return put(m.at<std::uint16_t>(op.to), Half::kOne);
    if (type == program::Type::BF16) return put(m.at<std::uint16_t>(op.to), Brain::kOne);
    if (program::bitsOf(type) == 16) return put(m.at<std::uint16_t>(op.to), 0xffffU);
    put(m.at<std::uint32_t>(op.to), 0xffffffffU);
}

template <typename T, typename F>
void set(Machine& m, const Op& op) {
    const LaneMask holds = maskWhere(m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), F{});
    putSet(m, op, combined(op.source->boolOp, holds, alsoAsked(m, op)), 0);
}

template <Comparison... C>
LaneMask comparedBy(Comparison comparison, const float* a, const float* b) {
    LaneMask result = 0;
    ((comparison == C ? static_cast<void>(result = maskWhere(a, b, Compare<C>{})) : void()), ...);
    return result;
}
/// Compares the halves of 16-bit floats that begin at bit `shift` of each lane's register.
template <typename H, typename Word>
LaneMask compareHalves(const Machine& m, const Op& op, unsigned shift) {
    using enum Comparison;
    float values[2][kWarpSize];
    for (unsigned k = 0; k < 2; ++k) {
        const Word* const from = m.at<const Word>(op.from[k]);
        for (unsigned lane = 0; lane < kWarpSize; ++lane) {
            const auto bits = static_cast<std::uint16_t>(from[lane] >> shift);
            values[k][lane] = widened<H>(op.source->ftz ? flushed16<H>(bits) : bits);
        }
    }
    return comparedBy<Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan>(op.source->comparison, values[0],
                                                                                      values[1]);
}
template <typename H>
void setHalf(Machine& m, const Op& op) {
    const LaneMask holds = compareHalves<H, std::uint16_t>(m, op, 0);
    const LaneMask c = alsoAsked(m, op);
    const program::BoolOp boolOp = op.source->boolOp;
    if (op.source->opcode == program::Opcode::Set) return putSet(m, op, combined(boolOp, holds, c), 0);
    setPredicate(m, op.to, combined(boolOp, holds, c));
    setPredicate(m, op.to2, combined(boolOp, ~holds, c));
}
/// Two halves: the second predicate, or the upper half of the result, is of the upper ones.
template <typename H>
void setHalves(Machine& m, const Op& op) {
    const LaneMask c = alsoAsked(m, op);
    const LaneMask low = combined(op.source->boolOp, compareHalves<H, std::uint32_t>(m, op, 0), c);
    const LaneMask high = combined(op.source->boolOp, compareHalves<H, std::uint32_t>(m, op, 16), c);
    if (op.source->opcode == program::Opcode::Set) return putSet(m, op, low, high);
    setPredicate(m, op.to, low);
    setPredicate(m, op.to2, high);
}

template <typename T>
void selp(Machine& m, const Op& op) {
    const auto predicate = static_cast<MaskWord<T>>(predicateSource(m, op, 2));
    eachLane(
        m.active, m.at<T>(op.to), [predicate](T a, T b, MaskWord<T> bit) { return (predicate & bit) != 0 ? a : b; },
        m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), laneBits<T>());
}

template <typename T, typename C>
void slct(Machine& m, const Op& op) {
    const bool ftz = op.source->ftz;
    eachLane(
        m.active, m.at<T>(op.to),
        [ftz](T a, T b, C c) {
            if constexpr (std::is_floating_point_v<C>) return (ftz ? flushed(c) : c) >= 0 ? a : b;
            return c >= 0 ? a : b;
        },
        m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), m.at<const C>(op.from[2]));
}

bool holdsFor(program::TestpMode mode, int kind) {
    switch (mode) {
        case program::TestpMode::Finite: return kind != FP_INFINITE && kind != FP_NAN;
        case program::TestpMode::Infinite: return kind == FP_INFINITE;
        case program::TestpMode::Number: return kind != FP_NAN;
        case program::TestpMode::NotANumber: return kind == FP_NAN;
        case program::TestpMode::Normal: return kind == FP_NORMAL || kind == FP_ZERO;  // PTX: zeros are normal
        case program::TestpMode::Subnormal: return kind == FP_SUBNORMAL;
        case program::TestpMode::None: break;
    }
    return false;
}
template <typename T>
void testp(Machine& m, const Op& op) {
    const T* const a = m.at<const T>(op.from[0]);
    LaneMask holds = 0;
    eachActive(m.active, [&](unsigned lane) {
        holds |= holdsFor(op.source->testpMode, std::fpclassify(a[lane])) ? LaneMask{1} << lane : 0;
    });
    setPredicate(m, op.to, holds);
}
/// The value of b with the sign of a.
struct CopySign {
    float operator()(float a, float b) const { return __builtin_copysignf(b, a); }
    double operator()(double a, double b) const { return __builtin_copysign(b, a); }
};

template <Comparison C>
Handler pickTyped(program::Opcode opcode, program::Type type, bool ftz) {
    const bool predicate = opcode == program::Opcode::Setp;
    if (type == program::Type::F32 && ftz)
        return predicate ? &setp<float, FlushedCompare<C>> : &set<float, FlushedCompare<C>>;
    const auto make = [predicate](auto zero) -> Handler {
        return predicate ? &setp<decltype(zero), Compare<C>> : &set<decltype(zero), Compare<C>>;
    };
    const Handler integer = byInteger(type, make);
    return integer != nullptr ? integer : byFloat(type, make);
}

/// lo, ls, hi and hs compare as unsigned whatever the type.
program::Type comparedAs(Comparison comparison, program::Type type) {
    if (comparison < Comparison::Lo || comparison > Comparison::Hs) return type;
    switch (program::bitsOf(type)) {
        case 16: return program::Type::U16;
        case 32: return program::Type::U32;
        default: return program::Type::U64;
    }
}

Handler pickComparison(const program::Instruction& i) {
    using enum Comparison;
    switch (i.opcode == program::Opcode::Set ? i.sourceType : i.type) {
        case program::Type::F16: return &setHalf<Half>;
        case program::Type::BF16: return &setHalf<Brain>;
        case program::Type::F16x2: return &setHalves<Half>;
        case program::Type::BF16x2: return &setHalves<Brain>;
        default: break;
    }
    const program::Type type = comparedAs(i.comparison, i.opcode == program::Opcode::Set ? i.sourceType : i.type);
    switch (i.comparison) {
        case None: return nullptr;
        case Eq: return pickTyped<Eq>(i.opcode, type, i.ftz);
        case Ne: return pickTyped<Ne>(i.opcode, type, i.ftz);
        case Lt:
        case Lo: return pickTyped<Lt>(i.opcode, type, i.ftz);
        case Le:
        case Ls: return pickTyped<Le>(i.opcode, type, i.ftz);
        case Gt:
        case Hi: return pickTyped<Gt>(i.opcode, type, i.ftz);
        case Ge:
        case Hs: return pickTyped<Ge>(i.opcode, type, i.ftz);
        case Equ: return pickTyped<Equ>(i.opcode, type, i.ftz);
        case Neu: return pickTyped<Neu>(i.opcode, type, i.ftz);
        case Ltu: return pickTyped<Ltu>(i.opcode, type, i.ftz);
        case Leu: return pickTyped<Leu>(i.opcode, type, i.ftz);
        case Gtu: return pickTyped<Gtu>(i.opcode, type, i.ftz);
        case Geu: return pickTyped<Geu>(i.opcode, type, i.ftz);
        case Num: return pickTyped<Num>(i.opcode, type, i.ftz);
        case Nan: return pickTyped<Nan>(i.opcode, type, i.ftz);
    }
    return nullptr;
}

}  // namespace

Handler pickCompare(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case program::Opcode::Setp:
        case program::Opcode::Set: return pickComparison(i);
        case program::Opcode::Testp:
            return byFloat(i.type, [](auto zero) -> Handler { return &testp<decltype(zero)>; });
        case program::Opcode::Copysign:
            return byFloat(i.type, [](auto zero) -> Handler { return &binary<decltype(zero), CopySign>; });
        case program::Opcode::Selp:
            return byWidth(program::bitsOf(i.type), [](auto zero) -> Handler { return &selp<decltype(zero)>; });
        case program::Opcode::Slct: {
            const bool byFloatSign = i.sourceType == program::Type::F32;
            return byWidth(program::bitsOf(i.type), [byFloatSign](auto zero) -> Handler {
                return byFloatSign ? &slct<decltype(zero), float> : &slct<decltype(zero), std::int32_t>;
            });
        }
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
