// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison and selection (PTX ISA 9.7.6).
#include "core/simt/float_lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

using ptx::Comparison;

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

LaneMask combined(ptx::BoolOp op, LaneMask compared, LaneMask c) {
    switch (op) {
        case ptx::BoolOp::And: return compared & c;
        case ptx::BoolOp::Or: return compared | c;
        case ptx::BoolOp::Xor: return compared ^ c;
        case ptx::BoolOp::None: break;
    }
    return compared;
}

template <typename T, typename F>
void setp(Machine& m, const Op& op) {
    const LaneMask compared = maskWhere(m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), F{});
    const ptx::BoolOp boolOp = op.source->boolOp;
    const LaneMask c = boolOp == ptx::BoolOp::None ? 0 : m.mask(op.from[2]);
    setPredicate(m, op.to, combined(boolOp, compared, c));
    setPredicate(m, op.to2, combined(boolOp, ~compared, c));
}

/// set: all ones (as a float: 1) where it holds.
template <typename T, typename F>
void set(Machine& m, const Op& op) {
    const LaneMask holds = maskWhere(m.at<const T>(op.from[0]), m.at<const T>(op.from[1]), F{}) & m.active;
    const std::uint32_t yes = op.source->type == ptx::Type::F32 ? 0x3f800000U : 0xffffffffU;
    auto* const to = m.at<std::uint32_t>(op.to);
    eachActive(m.active, [=](unsigned lane) { to[lane] = (holds >> lane & 1U) != 0 ? yes : 0; });
}

template <typename T>
void selp(Machine& m, const Op& op) {
    const auto predicate = static_cast<MaskWord<T>>(m.mask(op.from[2]));
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

template <Comparison C>
Handler pickTyped(ptx::Opcode opcode, ptx::Type type, bool ftz) {
    const bool predicate = opcode == ptx::Opcode::Setp;
    if (type == ptx::Type::F32 && ftz)
        return predicate ? &setp<float, FlushedCompare<C>> : &set<float, FlushedCompare<C>>;
    const auto make = [predicate](auto zero) -> Handler {
        return predicate ? &setp<decltype(zero), Compare<C>> : &set<decltype(zero), Compare<C>>;
    };
    const Handler integer = byInteger(type, make);
    return integer != nullptr ? integer : byFloat(type, make);
}

/// lo, ls, hi and hs compare as unsigned whatever the type.
ptx::Type comparedAs(Comparison comparison, ptx::Type type) {
    if (comparison < Comparison::Lo || comparison > Comparison::Hs) return type;
    switch (ptx::bitsOf(type)) {
        case 16: return ptx::Type::U16;
        case 32: return ptx::Type::U32;
        default: return ptx::Type::U64;
    }
}

Handler pickComparison(const ptx::Instruction& i) {
    using enum Comparison;
    const ptx::Type type = comparedAs(i.comparison, i.opcode == ptx::Opcode::Set ? i.sourceType : i.type);
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
    const ptx::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case ptx::Opcode::Setp: return pickComparison(i);
        case ptx::Opcode::Set: return i.boolOp == ptx::BoolOp::None ? pickComparison(i) : nullptr;
        case ptx::Opcode::Selp:
            return byWidth(ptx::bitsOf(i.type), [](auto zero) -> Handler { return &selp<decltype(zero)>; });
        case ptx::Opcode::Slct: {
            const bool byFloatSign = i.sourceType == ptx::Type::F32;
            return byWidth(ptx::bitsOf(i.type), [byFloatSign](auto zero) -> Handler {
                return byFloatSign ? &slct<decltype(zero), float> : &slct<decltype(zero), std::int32_t>;
            });
        }
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
