// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes' addresses and what lies there, many lanes at a time. A register is always written in stores as wide as the
// loads of the handlers that read it: the processor forwards a store to a load only if it covers the whole load.
// Included only by handlers.
#pragma once

#include "core/simt/handlers/lanes.h"
#include "core/simt/handlers/pattern_avx512.h"
#include "core/simt/memory/memory_access.h"

namespace lanescope::simt::LANESCOPE_ISA {

template <typename Address>
inline const auto* deltas(const AccessPattern& pattern) {
    if constexpr (sizeof(Address) == 8)
        return pattern.delta.data();
    else
        return pattern.delta32.data();
}

/// Are the active lanes' addresses as far apart as they were?
template <typename Address>
inline bool matches(const AccessPattern& pattern, const Address* address, LaneMask active, Address first) {
    using Word = std::make_unsigned_t<Address>;
    if (pattern.mask != active) return false;
    const Address* const delta = deltas<Address>(pattern);
    const auto differs = [=](unsigned i) {
        return (static_cast<Word>(address[i]) - static_cast<Word>(first)) ^ static_cast<Word>(delta[i]);
    };
#ifdef __AVX512F__
    return matchesAvx512(address, first, delta, active);
#endif
    Word different = 0;
    if (active == kAllLanes) {
        for (unsigned i = 0; i < kWarpSize; ++i) different |= differs(i);
    } else {
        const Word* const bit = laneBits<Address>();
        for (unsigned i = 0; i < kWarpSize; ++i)
            different |= (static_cast<Word>(active) & bit[i]) != 0 ? differs(i) : 0;
    }
    return different == 0;
}

template <typename Address>
[[gnu::noinline]] void learn(AccessPattern& pattern, const Address* address, LaneMask active, unsigned bytes) {
#ifdef __AVX512F__
    learnAvx512(pattern, address, active, bytes);
#else
    LaneAddresses wide;
    for (unsigned i = 0; i < kWarpSize; ++i)
        wide[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(address[i]));
    pattern.learn(wide, active, bytes);
#endif
}

/// Sectors of an access; its unique bytes are known then.
inline unsigned sectorCost(AccessPattern& pattern, std::uint64_t first) {
    unsigned sectors = pattern.knownSectorsAt(first);
#ifdef __AVX512F__
    if (sectors == 0) sectors = computeSectorsAvx512(pattern, first);
#endif
    return sectors != 0 ? sectors : pattern.sectorsAt(first);
}

inline SharedCost sharedCost(AccessPattern& pattern, std::uint64_t first) {
#ifdef __AVX512F__
    if (pattern.knownSharedCostAt(first).wavefronts == 0 && computeSharedAvx512(pattern, first).wavefronts == 0)
        return pattern.sharedCostAt(first);
    return pattern.knownSharedCostAt(first);
#endif
    return pattern.sharedCostAt(first);
}

#ifdef __AVX2__
/// Elements of four or eight bytes, lane by lane into vectors: what a machine has for it takes longer, or is slow on
/// purpose (Gather Data Sampling). Lanes that are not active read what the first active one does; with AVX2 all must be
/// active.
template <typename R>
inline void gatherIntoVectors([[maybe_unused]] LaneMask active, R* to, const std::byte* at,
                              const AccessPattern& pattern) {
    const auto sixteenBytes = [&](unsigned lane) {
        const auto element = [&](unsigned k) { return fetch<R>(at + pattern.delta[lane + k]); };
        if constexpr (sizeof(R) == 4) {
            __m128i part = _mm_cvtsi32_si128(static_cast<int>(element(0)));
            part = _mm_insert_epi32(part, static_cast<int>(element(1)), 1);
            part = _mm_insert_epi32(part, static_cast<int>(element(2)), 2);
            return _mm_insert_epi32(part, static_cast<int>(element(3)), 3);
        } else {
            const __m128i part = _mm_cvtsi64_si128(static_cast<long long>(element(0)));
            return _mm_insert_epi64(part, static_cast<long long>(element(1)), 1);
        }
    };
    constexpr unsigned kLanes = 16 / sizeof(R);
    const auto half = [&](unsigned lane) {
        return _mm256_inserti128_si256(_mm256_castsi128_si256(sixteenBytes(lane)), sixteenBytes(lane + kLanes), 1);
    };
#ifdef __AVX512F__
    for (unsigned lane = 0; lane < kWarpSize; lane += 4 * kLanes) {
        __m512i value = _mm512_inserti64x4(_mm512_castsi256_si512(half(lane)), half(lane + 2 * kLanes), 1);
        if (active != kAllLanes) {
            const __m512i old = _mm512_load_si512(to + lane);
            value = sizeof(R) == 4 ? _mm512_mask_mov_epi32(old, static_cast<__mmask16>(active >> lane), value)
                                   : _mm512_mask_mov_epi64(old, static_cast<__mmask8>(active >> lane), value);
        }
        asm("" : "+v"(value));  // else it becomes a masked store, which is not forwarded
        _mm512_store_si512(to + lane, value);
    }
#else
    for (unsigned lane = 0; lane < kWarpSize; lane += 2 * kLanes)
        _mm256_store_si256(reinterpret_cast<__m256i*>(to + lane), half(lane));
#endif
}
#endif

/// One register of the active lanes, each by its own distance. `at` is what the distances count from.
template <typename M, typename R>
inline void gatherScattered(LaneMask active, R* to, const std::byte* at, const AccessPattern& pattern) {
#ifdef __AVX512F__
    if constexpr (sizeof(M) == sizeof(R) && sizeof(M) >= 4) return gatherIntoVectors(active, to, at, pattern);
#elif defined(__AVX2__)
    if constexpr (sizeof(M) == sizeof(R) && sizeof(M) >= 4)
        if (active == kAllLanes) return gatherIntoVectors(active, to, at, pattern);
#endif
    alignas(64) R value[kWarpSize];
    std::memcpy(value, to, sizeof(value));
    eachActive(active, [&](unsigned i) { value[i] = static_cast<R>(fetch<M>(at + pattern.delta[i])); });
    std::memcpy(to, value, sizeof(value));
}

/// A register of all lanes, where each half of the warp reads one element, or 16 side by side.
template <typename R>
inline void gatherHalves(R* to, const std::byte* at, std::int64_t low, std::int64_t high, unsigned uniform) {
    constexpr unsigned kHalf = kWarpSize / 2;
    const auto half = [](R* lanes, const std::byte* from, bool one) {
        if (one) {
            const R value = fetch<R>(from);
            for (unsigned i = 0; i < kHalf; ++i) lanes[i] = value;
        } else {
            std::memcpy(lanes, from, kHalf * sizeof(R));
        }
    };
    half(to, at + low, (uniform & 1U) != 0);
    half(to + kHalf, at + high, (uniform & 2U) != 0);
}

/// One element of the active lanes. The pattern's access is as wide as M.
template <typename M, typename R>
inline void gather(LaneMask active, R* to, const std::byte* at, const AccessPattern& pattern) {
    if constexpr (sizeof(M) == sizeof(R) && sizeof(M) >= 4) {
        if (pattern.shape == AccessPattern::Shape::Contiguous) {
            std::memcpy(to, at, sizeof(R) * kWarpSize);
            return;
        }
        if (pattern.shape == AccessPattern::Shape::Halves)
            return gatherHalves(to, at, pattern.window[0], pattern.window[2], pattern.uniformHalves);
#ifdef __AVX512F__
        if (pattern.shape == AccessPattern::Shape::Windowed) return gatherWindowsAvx512(active, to, at, pattern);
#elif defined(__AVX2__)
        if constexpr (sizeof(M) == 4)
            if (pattern.shape == AccessPattern::Shape::Windowed) return gatherWindowsAvx2(active, to, at, pattern);
#endif
    }
    gatherScattered<M>(active, to, at, pattern);
}

/// Has the processor fetch what a load of lanes side by side will read next time if it goes on by the same distance:
/// another row of a matrix, mostly. It does not see that coming by itself, as all loads of a kind are one handler.
template <typename R>
inline void prefetchNext(AccessPattern& pattern, const std::byte* at) {
    const auto here = reinterpret_cast<std::uintptr_t>(at);
    const std::uintptr_t next = here + (here - pattern.last);
    pattern.last = here;
    if (pattern.shape != AccessPattern::Shape::Contiguous) return;
    for (std::size_t byte = 0; byte < sizeof(R) * kWarpSize; byte += 64)
        __builtin_prefetch(reinterpret_cast<const void*>(next + byte));
}

/// Any load: vectors, any pattern. `at` is the first active lane's address.
template <typename M, typename R>
inline void gatherAll(Machine& m, const Op& op, const std::byte* at, const AccessPattern& pattern) {
    if (op.bytes == sizeof(M)) return gather<M, R>(m.active, m.at<R>(op.vector[0]), at, pattern);
    // Two addresses for the warp at most: those of a row that all read.
    constexpr unsigned kBoth = 3;
    const bool uniform = pattern.shape == AccessPattern::Shape::Halves && pattern.uniformHalves == kBoth;
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        if (op.vector[k] == kNowhere) continue;
        R* const to = m.at<R>(op.vector[k]);
        const std::byte* const element = at + k * sizeof(M);
        if constexpr (sizeof(M) == sizeof(R) && sizeof(M) >= 4)
            if (uniform) {
                gatherHalves(to, element, pattern.window[0], pattern.window[2], kBoth);
                continue;
            }
        gatherScattered<M>(m.active, to, element, pattern);
    }
}

template <typename M, typename R>
inline void scatter(const Machine& m, const Op& op, std::byte* at, const AccessPattern& pattern) {
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        const R* const from = m.at<const R>(op.vector[k]);
        std::byte* const element = at + k * sizeof(M);
        if (op.vectorSize == 1 && pattern.shape == AccessPattern::Shape::Contiguous) {
            if constexpr (sizeof(M) == sizeof(R)) {
                std::memcpy(element, from, sizeof(R) * kWarpSize);
                return;
            }
        }
        eachActive(m.active, [&](unsigned i) {
            const M value = static_cast<M>(from[i]);
            std::memcpy(element + pattern.delta[i], &value, sizeof(M));
        });
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
