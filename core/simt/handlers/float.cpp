// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point arithmetic rounded to nearest even (PTX ISA 9.7.3). add, sub, mul, fma, div.rn, sqrt.rn and rcp.rn are
// bit for bit what PTX defines. Of the approximate ones sqrt, rcp, div, rsqrt, ex2, lg2, sin and cos are what an H200's
// MUFU makes of them (mufu.h), bit for bit, too; tanh is rounded to nearest, so a GPU may differ in the last bits.
#include <cmath>

#include "core/simt/handlers/float_lanes.h"
#include "core/simt/handlers/mufu.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

/// A NaN operand loses against a number; -0 is less than +0.
struct FMin {
    template <typename T>
    T operator()(T a, T b) const {
        if (a == b) return std::signbit(a) ? a : b;
        return a < b || b != b ? a : b;
    }
};
struct FMax {
    template <typename T>
    T operator()(T a, T b) const {
        if (a == b) return std::signbit(a) ? b : a;
        return a > b || b != b ? a : b;
    }
};
/// .NaN: a NaN operand wins.
template <typename F>
struct NanWins {
    template <typename T>
    T operator()(T a, T b) const {
        return a != a ? a : b != b ? b : F{}(a, b);
    }
};
struct FNeg {
    template <typename T>
    T operator()(T a) const {
        return -a;
    }
};
struct FAbs {
    float operator()(float a) const { return __builtin_fabsf(a); }
    double operator()(double a) const { return __builtin_fabs(a); }
};

// Approximations. Those that MUFU does: as MUFU does them, and, Wide, with the steps by which ptxas lets them take
// subnormals.
struct FRcpMufu {
    float operator()(float a) const { return mufuRcp(a); }
};
struct FRcpWide {
    float operator()(float a) const { return approximateRcp(a); }
};
/// div.approx: a product, with MUFU's reciprocal.
struct FDivMufu {
    float operator()(float a, float b) const { return mufuRcp(b) * a; }
};
struct FDivWide {
    float operator()(float a, float b) const {
        const float scale = __builtin_fabsf(b) < 0x1p-126F ? 0x1p24F : 1.0F;
        return mufuRcp(b * scale) * (a * scale);
    }
};
/// div.full: also of divisors whose reciprocals are subnormal.
struct FDivFull {
    float operator()(float a, float b) const {
        const float size = __builtin_fabsf(b);
        const float scale = size > 0x1p126F ? 0.25F : size < 0x1p-126F ? 0x1p24F : 1.0F;
        return mufuRcp(b * scale) * (a * scale);
    }
};
struct FRsqrtMufu {
    float operator()(float a) const { return mufuRsq(a); }
};
struct FRsqrtWide {
    float operator()(float a) const { return approximateRsqrt(a); }
};
struct FSqrtMufu {
    float operator()(float a) const { return mufuSqrt(a); }
};
struct FSqrtWide {
    float operator()(float a) const { return approximateSqrt(a); }
};
struct FEx2Mufu {
    float operator()(float a) const { return mufuEx2(a); }
};
struct FEx2Wide {
    float operator()(float a) const { return approximateEx2(a); }
};
struct FLg2Mufu {
    float operator()(float a) const { return mufuLg2(a); }
};
struct FLg2Wide {
    float operator()(float a) const { return approximateLg2(a); }
};
struct FRsqrt {
    double operator()(double a) const { return 1.0 / __builtin_sqrt(a); }
};
/// rcp and rsqrt.approx.ftz.f64 (PTX ISA 9.7.3): of the upper 32 bits of the operand, to the upper 32 bits of the
/// result; subnormals are flushed on both sides.
template <bool Root>
struct FCoarse {
    double operator()(double a) const {
        const auto upper = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(a) >> 32);
        return std::bit_cast<double>(std::uint64_t{mufuHigh<Root>(upper)} << 32);
    }
};
/// Of parts of a whole turn.
struct FSinTurns {
    float operator()(float a) const { return mufuSin<false>(a); }
};
struct FCosTurns {
    float operator()(float a) const { return mufuSin<true>(a); }
};
struct FSin {
    float operator()(float a) const { return mufuSin<false>(turnsOf(a)); }
};
struct FCos {
    float operator()(float a) const { return mufuSin<true>(turnsOf(a)); }
};
/// Not as MUFU does it: rounded to nearest.
struct FTanh {
    float operator()(float a) const { return static_cast<float>(std::tanh(static_cast<double>(a))); }
};

// Operands that quotients and roots of GPUs do not take in their stride.
struct NotOrdinary {
    template <typename T>
    bool operator()(T a) const {
        return !std::isnormal(a);
    }
};
struct NotOrdinaryRoot {
    template <typename T>
    bool operator()(T a) const {
        return !std::isnormal(a) || a < 0;
    }
};

/// Counts them, then computes.
template <typename T, typename Special, unsigned kOperands, Handler Inner>
void watched(Machine& m, const Op& op) {
    LaneMask special = 0;
    for (unsigned k = 0; k < kOperands; ++k) {
        const T* from = m.at<const T>(op.from[k]);
        for (unsigned i = 0; i < kWarpSize; ++i) special |= (Special{}(from[i]) ? LaneMask{1} : 0U) << i;
    }
    special &= m.active;
    if (special != 0) {
        SiteCounts& site = m.site(op);
        site.specialLanes += static_cast<unsigned>(std::popcount(special));
        ++site.specialWarps;
        site.specialDivergent += special != m.active ? 1 : 0;
    }
    Inner(m, op);
}

/// Exact quotients, reciprocals and roots.
template <typename F, typename Special, unsigned kOperands>
Handler pickWatched(const program::Instruction& i) {
    if constexpr (kOperands == 1) {
        if (i.rounding != program::Rounding::Rn) return pickFloatUnary<F>(i);
    } else {
        if (i.rounding != program::Rounding::Rn) return pickFloatBinary<F>(i);
    }
    return pickModified<F>(i, [](auto zero, auto f) -> Handler {
        using T = decltype(zero);
        if constexpr (kOperands == 1)
            return &watched<T, Special, 1, &floatUnary<T, decltype(f)>>;
        else
            return &watched<T, Special, 2, &floatBinary<T, decltype(f)>>;
    });
}

/// One that MUFU does: with .ftz the instruction alone.
template <typename Mufu, typename Wide>
Handler pickMufu(const program::Instruction& i) {
    if (i.type != program::Type::F32) return nullptr;
    return i.ftz ? &floatUnary<float, Modified<Mufu, true, false>> : &floatUnary<float, Modified<Wide, false, false>>;
}

/// div.approx and div.full.
Handler pickQuotient(const program::Instruction& i) {
    if (i.type != program::Type::F32) return nullptr;
    if (i.rounding == program::Rounding::Full)
        return i.ftz ? &floatBinary<float, Modified<FDivFull, true, false>>
                     : &floatBinary<float, Modified<FDivFull, false, false>>;
    return i.ftz ? &floatBinary<float, Modified<FDivMufu, true, false>>
                 : &floatBinary<float, Modified<FDivWide, false, false>>;
}

template <typename F>
Handler pickF32(const program::Instruction& i) {
    if (i.type != program::Type::F32) return nullptr;
    return i.ftz ? &floatUnary<float, Modified<F, true, false>> : &floatUnary<float, Modified<F, false, false>>;
}

}  // namespace

Handler pickFloat(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    if (i.type != program::Type::F32 && i.type != program::Type::F64) return nullptr;
    if (i.type == program::Type::F64 && i.ftz && i.rounding == program::Rounding::Approx) {
        if (i.opcode == program::Opcode::Rcp) return &unary<double, FCoarse<false>>;
        return i.opcode == program::Opcode::Rsqrt ? &unary<double, FCoarse<true>> : nullptr;
    }
    switch (i.opcode) {
        case program::Opcode::Add: return pickFloatBinary<FAdd>(i);
        case program::Opcode::Sub: return pickFloatBinary<FSub>(i);
        case program::Opcode::Mul: return pickFloatBinary<FMul>(i);
        case program::Opcode::Mad:
        case program::Opcode::Fma: return pickFloatTernary<FFma>(i);
        case program::Opcode::Div:
            if (i.rounding == program::Rounding::Approx || i.rounding == program::Rounding::Full)
                return pickQuotient(i);
            return pickWatched<FDiv, NotOrdinary, 2>(i);
        case program::Opcode::Sqrt:
            if (i.rounding == program::Rounding::Approx && i.type == program::Type::F32)
                return pickMufu<FSqrtMufu, FSqrtWide>(i);
            return pickWatched<FSqrt, NotOrdinaryRoot, 1>(i);
        case program::Opcode::Rcp:
            if (i.rounding == program::Rounding::Approx && i.type == program::Type::F32)
                return pickMufu<FRcpMufu, FRcpWide>(i);
            return pickWatched<FRcp, NotOrdinary, 1>(i);
        case program::Opcode::Rsqrt:
            if (i.type == program::Type::F64) return &unary<double, FRsqrt>;
            return pickMufu<FRsqrtMufu, FRsqrtWide>(i);
        case program::Opcode::Min: return i.nan ? pickFloatBinary<NanWins<FMin>>(i) : pickFloatBinary<FMin>(i);
        case program::Opcode::Max: return i.nan ? pickFloatBinary<NanWins<FMax>>(i) : pickFloatBinary<FMax>(i);
        case program::Opcode::Neg: return pickFloatUnary<FNeg>(i);
        case program::Opcode::Abs: return pickFloatUnary<FAbs>(i);
        case program::Opcode::Ex2: return pickMufu<FEx2Mufu, FEx2Wide>(i);
        case program::Opcode::Lg2: return pickMufu<FLg2Mufu, FLg2Wide>(i);
        case program::Opcode::Sin: return pickF32<FSin>(i);
        case program::Opcode::Cos: return pickF32<FCos>(i);
        case program::Opcode::SinTurns: return pickF32<FSinTurns>(i);
        case program::Opcode::CosTurns: return pickF32<FCosTurns>(i);
        case program::Opcode::Tanh: return pickF32<FTanh>(i);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
