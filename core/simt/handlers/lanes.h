// SPDX-License-Identifier: GPL-3.0-or-later
// Loops over the 32 lanes of a warp. Included only by handlers; everything is in LANESCOPE_ISA's namespace, so
// that no function compiled for a newer machine can stand in for one compiled for any machine.
#pragma once

#include <cstdint>
#include <type_traits>
#ifdef __AVX2__
// Some of g++ 12's intrinsics begin with a vector that is undefined on purpose (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

#include "core/simt/handlers/handler_families.h"

namespace lanescope::simt::LANESCOPE_ISA {

/// Some handlers leave the upper halves of vector registers in use (CMakeLists.txt), and that slows down code which is
/// compiled for any x86-64: clean before it is called.
inline void cleanVectors() {
#ifdef __AVX2__
    _mm256_zeroupper();
#endif
}

/// kLaneBit<T>[i] = 1 << i in lanes as wide as T, so that a mask can be tested beside T's.
template <typename T>
struct LaneBits {
    alignas(64) T bit[kWarpSize];
    constexpr LaneBits() : bit{} {
        for (unsigned i = 0; i < kWarpSize; ++i) bit[i] = static_cast<T>(T{1} << i);
    }
};
inline constexpr LaneBits<std::uint32_t> kLaneBits32;
inline constexpr LaneBits<std::uint64_t> kLaneBits64;

/// Unsigned word of 4 or 8 bytes, the same as T where T is that wide: what a lane's mask bit is tested in.
template <typename T>
using MaskWord = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <typename T>
inline const MaskWord<T>* laneBits() {
    if constexpr (sizeof(T) == 8)
        return kLaneBits64.bit;
    else
        return kLaneBits32.bit;
}

/// to[i] = value[i] for the active lanes, without a branch.
template <typename T>
inline void blend(LaneMask active, T* to, const T* value) {
#ifdef __AVX512F__
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        constexpr unsigned kLanes = 64 / sizeof(T);
        for (unsigned i = 0; i < kWarpSize; i += kLanes) {
            const __m512i old = _mm512_load_si512(to + i);
            const __m512i given = _mm512_load_si512(value + i);
            __m512i both = sizeof(T) == 4 ? _mm512_mask_mov_epi32(old, static_cast<__mmask16>(active >> i), given)
                                          : _mm512_mask_mov_epi64(old, static_cast<__mmask8>(active >> i), given);
            asm("" : "+v"(both));  // else it becomes a masked store, which is not forwarded to the loads that follow
            _mm512_store_si512(to + i, both);
        }
        return;
    }
#endif
    const MaskWord<T>* const bit = laneBits<T>();
    const auto on = static_cast<MaskWord<T>>(active);
#pragma GCC ivdep
    for (unsigned i = 0; i < kWarpSize; ++i) to[i] = (on & bit[i]) != 0 ? value[i] : to[i];
}

/// to[i] = f(from[i]...) for the active lanes. `to` may be one of `from`.
template <typename To, typename F, typename... From>
inline void eachLane(LaneMask active, To* to, F f, const From*... from) {
    if (active == kAllLanes) {
#pragma GCC ivdep
        for (unsigned i = 0; i < kWarpSize; ++i) to[i] = f(from[i]...);
        return;
    }
    alignas(64) To value[kWarpSize];
#pragma GCC ivdep
    for (unsigned i = 0; i < kWarpSize; ++i) value[i] = f(from[i]...);
    blend(active, to, value);
}

/// Calls f(lane) for the active lanes in ascending order.
template <typename F>
inline void eachActive(LaneMask active, F f) {
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) f(static_cast<unsigned>(__builtin_ctz(rest)));
}

/// Mask of the lanes for which f(a[i], b[i]) holds.
template <typename T, typename F>
inline LaneMask maskWhere(const T* a, const T* b, F f) {
#ifdef __AVX512F__
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        alignas(64) MaskWord<T> holds[kWarpSize];
        for (unsigned i = 0; i < kWarpSize; ++i) holds[i] = f(a[i], b[i]) ? ~MaskWord<T>{0} : 0;
        LaneMask where = 0;
        for (unsigned i = 0; i < kWarpSize; i += 64 / sizeof(T)) {
            const __m512i part = _mm512_load_si512(holds + i);
            where |= static_cast<LaneMask>(sizeof(T) == 4 ? _mm512_movepi32_mask(part) : _mm512_movepi64_mask(part))
                     << i;
        }
        return where;
    }
#endif
    const MaskWord<T>* const bit = laneBits<T>();
    MaskWord<T> mask = 0;
    for (unsigned i = 0; i < kWarpSize; ++i) mask |= f(a[i], b[i]) ? bit[i] : 0;
    return static_cast<LaneMask>(mask);
}

/// Predicate source k, `!p` too.
inline LaneMask predicateSource(const Machine& m, const Op& op, unsigned k) {
    const LaneMask predicate = m.mask(op.from[k]);
    return (op.negated >> k & 1U) != 0 ? ~predicate : predicate;
}

/// Sets the active lanes' bits of a predicate.
inline void setPredicate(Machine& m, Place place, LaneMask value) {
    if (place == kNowhere) return;
    LaneMask& predicate = m.mask(place);
    predicate = (predicate & ~m.active) | (value & m.active);
}

// Handlers of one, two and three sources of the destination's type.
template <typename T, typename F>
void unary(Machine& m, const Op& op) {
    eachLane(m.active, m.at<T>(op.to), F{}, m.at<const T>(op.from[0]));
}
template <typename T, typename F>
void binary(Machine& m, const Op& op) {
    eachLane(m.active, m.at<T>(op.to), F{}, m.at<const T>(op.from[0]), m.at<const T>(op.from[1]));
}
template <typename T, typename F>
void ternary(Machine& m, const Op& op) {
    eachLane(m.active, m.at<T>(op.to), F{}, m.at<const T>(op.from[0]), m.at<const T>(op.from[1]),
             m.at<const T>(op.from[2]));
}

// An instruction's type as a template argument: byInteger(type, [](auto zero) { return &binary<decltype(zero), Add>;
// }).
template <typename Make>
Handler byInteger(program::Type type, Make make) {
    using enum program::Type;
    switch (type) {
        case U16:
        case B16: return make(std::uint16_t{});
        case S16: return make(std::int16_t{});
        case U32:
        case B32: return make(std::uint32_t{});
        case S32: return make(std::int32_t{});
        case U64:
        case B64: return make(std::uint64_t{});
        case S64: return make(std::int64_t{});
        default: return nullptr;
    }
}
template <typename Make>
Handler byFloat(program::Type type, Make make) {
    switch (type) {
        case program::Type::F32: return make(float{});
        case program::Type::F64: return make(double{});
        default: return nullptr;
    }
}
/// By width alone: 16, 32 or 64 bits.
template <typename Make>
Handler byWidth(unsigned bits, Make make) {
    switch (bits) {
        case 16: return make(std::uint16_t{});
        case 32: return make(std::uint32_t{});
        case 64: return make(std::uint64_t{});
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
