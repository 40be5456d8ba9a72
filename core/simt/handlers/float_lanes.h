// SPDX-License-Identifier: GPL-3.0-or-later
// What all float handlers share: flushing, saturation and NVIDIA's canonical NaN. Included only by handlers.
#pragma once

#include <bit>

#include "core/simt/handlers/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {

/// The only NaN that single-precision instructions produce (CUDA programming guide, "floating-point standard").
inline float canonicalNan() { return std::bit_cast<float>(0x7fffffffU); }

/// ftz: a subnormal becomes a zero of its sign.
inline float flushed(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x7f800000U) == 0 ? std::bit_cast<float>(bits & 0x80000000U) : value;
}
/// sat: to [0, 1], NaN to +0.
template <typename T>
inline T saturated(T value) {
    if (!(value > T{0})) return T{0};
    return value > T{1} ? T{1} : value;
}

/// f with operands and result treated as the modifiers say.
template <typename F, bool Ftz, bool Saturate>
struct Modified {
    template <typename... T>
    auto operator()(T... operand) const {
        auto result = [&] {
            if constexpr (Ftz)
                return flushed(F{}(flushed(operand)...));
            else
                return F{}(operand...);
        }();
        return Saturate ? saturated(result) : result;
    }
};

/// Puts the canonical NaN where an active lane's result is NaN.
[[gnu::noinline, gnu::cold]] inline void canonicaliseNan(LaneMask active, float* to) {
    for (unsigned i = 0; i < kWarpSize; ++i)
        if ((active >> i & 1U) != 0 && to[i] != to[i]) to[i] = canonicalNan();
}

/// As eachLane, and every NaN that comes out of an f32 operation is the canonical one.
template <typename T, typename F, typename... From>
inline void eachFloat(LaneMask active, T* to, F f, const From*... from) {
    if constexpr (sizeof(T) == 8) {
        eachLane(active, to, f, from...);
    } else {
#ifdef __AVX512F__
        alignas(64) T result[kWarpSize];
        for (unsigned i = 0; i < kWarpSize; ++i) result[i] = f(from[i]...);
        const __m512 low = _mm512_load_ps(result);
        const __m512 high = _mm512_load_ps(result + 16);
        if (active == kAllLanes) {
            _mm512_store_ps(to, low);
            _mm512_store_ps(to + 16, high);
        } else {
            blend(active, to, result);
        }
        // All lanes are looked at: a NaN that stands in one that takes no part costs a needless look only.
        if (__builtin_expect(_mm512_cmp_ps_mask(low, high, _CMP_UNORD_Q) != 0, 0)) canonicaliseNan(active, to);
        return;
#endif
        std::uint32_t nan = 0;
        if (active == kAllLanes) {
#pragma GCC ivdep
            for (unsigned i = 0; i < kWarpSize; ++i) {
                const T value = f(from[i]...);
                to[i] = value;
                nan |= value != value ? ~0U : 0U;
            }
        } else {
            alignas(64) T value[kWarpSize];
#pragma GCC ivdep
            for (unsigned i = 0; i < kWarpSize; ++i) {
                value[i] = f(from[i]...);
                nan |= value[i] != value[i] ? ~0U : 0U;
            }
            blend(active, to, value);
        }
        if (__builtin_expect(nan != 0, 0)) canonicaliseNan(active, to);
    }
}

template <typename T, typename F>
void floatUnary(Machine& m, const Op& op) {
    eachFloat(m.active, m.at<T>(op.to), F{}, m.at<const T>(op.from[0]));
}
template <typename T, typename F>
void floatBinary(Machine& m, const Op& op) {
    eachFloat(m.active, m.at<T>(op.to), F{}, m.at<const T>(op.from[0]), m.at<const T>(op.from[1]));
}
template <typename T, typename F>
void floatTernary(Machine& m, const Op& op) {
    eachFloat(m.active, m.at<T>(op.to), F{}, m.at<const T>(op.from[0]), m.at<const T>(op.from[1]),
              m.at<const T>(op.from[2]));
}

// IEEE operations, in the rounding mode that is set.
struct FAdd {
    template <typename T>
    T operator()(T a, T b) const {
        return a + b;
    }
};
struct FSub {
    template <typename T>
    T operator()(T a, T b) const {
        return a - b;
    }
};
struct FMul {
    template <typename T>
    T operator()(T a, T b) const {
        return a * b;
    }
};
struct FDiv {
    template <typename T>
    T operator()(T a, T b) const {
        return a / b;
    }
};
struct FFma {
    float operator()(float a, float b, float c) const { return __builtin_fmaf(a, b, c); }
    double operator()(double a, double b, double c) const { return __builtin_fma(a, b, c); }
};
struct FSqrt {
    float operator()(float a) const { return __builtin_sqrtf(a); }
    double operator()(double a) const { return __builtin_sqrt(a); }
};
struct FRcp {
    template <typename T>
    T operator()(T a) const {
        return T{1} / a;
    }
};

/// Applies the modifiers: f32 has ftz and sat, f64 has neither.
template <typename F, typename Make>
Handler pickModified(const program::Instruction& i, Make make) {
    if (i.type == program::Type::F64)
        return i.saturate || i.ftz ? nullptr : make(double{}, Modified<F, false, false>{});
    if (i.type != program::Type::F32) return nullptr;
    if (i.ftz) return i.saturate ? make(float{}, Modified<F, true, true>{}) : make(float{}, Modified<F, true, false>{});
    return i.saturate ? make(float{}, Modified<F, false, true>{}) : make(float{}, Modified<F, false, false>{});
}
template <typename F>
Handler pickFloatUnary(const program::Instruction& i) {
    return pickModified<F>(i, [](auto zero, auto f) -> Handler { return &floatUnary<decltype(zero), decltype(f)>; });
}
template <typename F>
Handler pickFloatBinary(const program::Instruction& i) {
    return pickModified<F>(i, [](auto zero, auto f) -> Handler { return &floatBinary<decltype(zero), decltype(f)>; });
}
template <typename F>
Handler pickFloatTernary(const program::Instruction& i) {
    return pickModified<F>(i, [](auto zero, auto f) -> Handler { return &floatTernary<decltype(zero), decltype(f)>; });
}

}  // namespace lanescope::simt::LANESCOPE_ISA
