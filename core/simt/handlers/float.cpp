// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point arithmetic rounded to nearest even (PTX ISA 9.7.3). add, sub, mul, fma, div.rn, sqrt.rn and rcp.rn are
// bit for bit what PTX defines. The approximate ones (div.approx/full, sqrt.approx, rcp.approx, rsqrt, ex2, lg2, sin,
// cos) have no bit-exact public definition: here they are the host's nearly correctly rounded results, so a GPU may
// differ from them in the last two or three bits.
#include <cmath>

#include "core/simt/handlers/float_lanes.h"

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

// Approximations, through double where that gives the float's bits.
struct FRsqrt {
    float operator()(float a) const { return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a))); }
    double operator()(double a) const { return 1.0 / __builtin_sqrt(a); }
};
/// rcp and rsqrt.approx.ftz.f64 (PTX ISA 9.7.3): of the upper 32 bits of the operand, to the upper 32 bits of the
/// result; subnormals are flushed on both sides.
double coarse(double value) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value) & 0xffff'ffff'0000'0000ULL;
    return std::bit_cast<double>((bits & 0x7ff0'0000'0000'0000ULL) == 0 ? bits & 1ULL << 63 : bits);
}
struct FCoarseRcp {
    double operator()(double a) const { return coarse(1.0 / coarse(a)); }
};
struct FCoarseRsqrt {
    double operator()(double a) const { return coarse(1.0 / __builtin_sqrt(coarse(a))); }
};
struct FEx2 {
    float operator()(float a) const { return static_cast<float>(__builtin_exp2(static_cast<double>(a))); }
};
struct FLg2 {
    float operator()(float a) const { return static_cast<float>(__builtin_log2(static_cast<double>(a))); }
};
struct FSin {
    float operator()(float a) const { return static_cast<float>(__builtin_sin(static_cast<double>(a))); }
};
/// Of parts of a whole turn; whole turns are taken off first, which is exact.
struct FSinTurns {
    float operator()(float a) const {
        const double turns = static_cast<double>(a) - __builtin_nearbyint(static_cast<double>(a));
        return static_cast<float>(__builtin_sin(turns * 6.283185307179586));
    }
};
struct FCosTurns {
    float operator()(float a) const {
        const double turns = static_cast<double>(a) - __builtin_nearbyint(static_cast<double>(a));
        return static_cast<float>(__builtin_cos(turns * 6.283185307179586));
    }
};
struct FTanh {
    float operator()(float a) const { return static_cast<float>(std::tanh(static_cast<double>(a))); }
};
struct FCos {
    float operator()(float a) const { return static_cast<float>(__builtin_cos(static_cast<double>(a))); }
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
        if (i.opcode == program::Opcode::Rcp) return &unary<double, FCoarseRcp>;
        return i.opcode == program::Opcode::Rsqrt ? &unary<double, FCoarseRsqrt> : nullptr;
    }
    switch (i.opcode) {
        case program::Opcode::Add: return pickFloatBinary<FAdd>(i);
        case program::Opcode::Sub: return pickFloatBinary<FSub>(i);
        case program::Opcode::Mul: return pickFloatBinary<FMul>(i);
        case program::Opcode::Mad:
        case program::Opcode::Fma: return pickFloatTernary<FFma>(i);
        case program::Opcode::Div: return pickWatched<FDiv, NotOrdinary, 2>(i);
        case program::Opcode::Sqrt: return pickWatched<FSqrt, NotOrdinaryRoot, 1>(i);
        case program::Opcode::Rcp: return pickWatched<FRcp, NotOrdinary, 1>(i);
        case program::Opcode::Rsqrt: return pickFloatUnary<FRsqrt>(i);
        case program::Opcode::Min: return i.nan ? pickFloatBinary<NanWins<FMin>>(i) : pickFloatBinary<FMin>(i);
        case program::Opcode::Max: return i.nan ? pickFloatBinary<NanWins<FMax>>(i) : pickFloatBinary<FMax>(i);
        case program::Opcode::Neg: return pickFloatUnary<FNeg>(i);
        case program::Opcode::Abs: return pickFloatUnary<FAbs>(i);
        case program::Opcode::Ex2: return pickF32<FEx2>(i);
        case program::Opcode::Lg2: return pickF32<FLg2>(i);
        case program::Opcode::Sin: return pickF32<FSin>(i);
        case program::Opcode::Cos: return pickF32<FCos>(i);
        case program::Opcode::SinTurns: return pickF32<FSinTurns>(i);
        case program::Opcode::CosTurns: return pickF32<FCosTurns>(i);
        case program::Opcode::Tanh: return pickF32<FTanh>(i);
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
