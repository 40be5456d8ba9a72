// SPDX-License-Identifier: GPL-3.0-or-later
// What pattern_lanes.h does, in AVX-512's (and where it says so AVX2's) own words: compilers do not find them. Included
// only by pattern_lanes.h.
#pragma once

#include <cstring>

#include "core/simt/handlers/lanes.h"
#include "core/simt/memory/memory_access.h"

namespace lanescope::simt::LANESCOPE_ISA {

template <typename M>
inline M fetch(const std::byte* at) {
    M value;
    std::memcpy(&value, at, sizeof(M));
    return value;
}

#if defined(__AVX2__) && !defined(__AVX512F__)

/// Eight lanes' mask bits as a vector of words, all ones where the bit is set.
inline __m256i wordsOf(std::uint32_t bits) {
    const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), bit), bit);
}

/// Four-byte elements of a windowed pattern.
template <typename R>
inline void gatherWindowsAvx2(LaneMask active, R* to, const std::byte* at, const AccessPattern& pattern) {
    for (unsigned g = 0; g < AccessPattern::kGroups; ++g) {
        const auto* const window = reinterpret_cast<const int*>(at + pattern.window[g]);
        auto* const place = reinterpret_cast<__m256i*>(to + 8 * g);
        const auto* const element = reinterpret_cast<const __m256i*>(pattern.element.data() + 8 * g);
        __m256i value = _mm256_maskload_epi32(window, wordsOf(pattern.needed >> (8 * g)));
        value = _mm256_permutevar8x32_epi32(value, _mm256_load_si256(element));
        if (active != kAllLanes)
            value = _mm256_blendv_epi8(_mm256_load_si256(place), value, wordsOf(active >> (8 * g)));
        _mm256_store_si256(place, value);
    }
}

#endif

#ifdef __AVX512F__

inline bool matchesAvx512(const std::int32_t* address, std::int32_t first, const std::int32_t* delta, LaneMask active) {
    const __m512i base = _mm512_set1_epi32(first);
    const auto differs = [&](unsigned i) {
        return _mm512_mask_cmpneq_epi32_mask(static_cast<__mmask16>(active >> i),
                                             _mm512_sub_epi32(_mm512_load_si512(address + i), base),
                                             _mm512_load_si512(delta + i));
    };
    return (differs(0) | differs(16)) == 0;
}
inline bool matchesAvx512(const std::int64_t* address, std::int64_t first, const std::int64_t* delta, LaneMask active) {
    const __m512i base = _mm512_set1_epi64(first);
    const auto differs = [&](unsigned i) {
        return _mm512_mask_cmpneq_epi64_mask(static_cast<__mmask8>(active >> i),
                                             _mm512_sub_epi64(_mm512_load_si512(address + i), base),
                                             _mm512_load_si512(delta + i));
    };
    return ((differs(0) | differs(8)) | (differs(16) | differs(24))) == 0;
}

template <typename R>
inline void gatherWindowsAvx512(LaneMask active, R* to, const std::byte* at, const AccessPattern& pattern) {
    const auto element = [&](unsigned g) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(pattern.element.data() + 8 * g));
    };
    if constexpr (sizeof(R) == 4) {
        const auto group = [&](unsigned g) {
            const __m256i window =
                _mm256_maskz_loadu_epi32(static_cast<__mmask8>(pattern.needed >> (8 * g)), at + pattern.window[g]);
            return _mm256_permutexvar_epi32(element(g), window);
        };
        for (unsigned half = 0; half < 2; ++half) {
            __m512i value = _mm512_inserti64x4(_mm512_castsi256_si512(group(2 * half)), group(2 * half + 1), 1);
            if (active != kAllLanes)
                value = _mm512_mask_mov_epi32(_mm512_load_si512(to + 16 * half),
                                              static_cast<__mmask16>(active >> (16 * half)), value);
            asm("" : "+v"(value));  // else it becomes a masked store, which is not forwarded
            _mm512_store_si512(to + 16 * half, value);
        }
    } else {
        for (unsigned g = 0; g < AccessPattern::kGroups; ++g) {
            __m512i value;
            if ((pattern.uniformGroups >> g & 1U) != 0) {
                value = _mm512_set1_epi64(fetch<std::int64_t>(at + pattern.window[g]));
            } else {
                value =
                    _mm512_maskz_loadu_epi64(static_cast<__mmask8>(pattern.needed >> (8 * g)), at + pattern.window[g]);
                value = _mm512_permutexvar_epi64(_mm512_cvtepu32_epi64(element(g)), value);
            }
            if (active != kAllLanes)
                value = _mm512_mask_mov_epi64(_mm512_load_si512(to + 8 * g), static_cast<__mmask8>(active >> (8 * g)),
                                              value);
            asm("" : "+v"(value));
            _mm512_store_si512(to + 8 * g, value);
        }
    }
}

/// Distances of all 32 lanes, eight to a vector.
struct Distances {
    __m512i group[AccessPattern::kGroups];
};

/// Are lanes that stand side by side further apart than a window is wide? All lanes are active.
inline bool farApart(const Distances& delta, unsigned bytes) {
    const __m512i next = _mm512_setr_epi64(1, 2, 3, 4, 5, 6, 7, 6);
    const __m512i window = _mm512_set1_epi64(std::int64_t{AccessPattern::kGroup} * bytes);
    unsigned far = 0;
    for (const __m512i lanes : delta.group) {
        const __m512i step = _mm512_abs_epi64(_mm512_sub_epi64(_mm512_permutexvar_epi64(next, lanes), lanes));
        far |= _mm512_cmpge_epu64_mask(step, window);
    }
    return far != 0;
}

/// Finds each group's window; false if a group has none.
inline bool findWindows(AccessPattern& pattern, const Distances& delta) {
    const __m128i shift = _mm_cvtsi32_si128(__builtin_ctz(pattern.bytes));  // accesses are of 1, 2, 4, 8 or 16 bytes
    pattern.needed = 0;
    for (unsigned g = 0; g < AccessPattern::kGroups; ++g) {
        const auto on = static_cast<__mmask8>(pattern.mask >> (8 * g));
        const auto place = reinterpret_cast<__m256i*>(pattern.element.data() + 8 * g);
        pattern.window[g] = 0;
        _mm256_store_si256(place, _mm256_setzero_si256());
        if (on == 0) continue;
        const std::int64_t lowest = _mm512_mask_reduce_min_epi64(on, delta.group[g]);
        const std::int64_t highest = _mm512_mask_reduce_max_epi64(on, delta.group[g]);
        if (static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest) >=
            std::uint64_t{AccessPattern::kGroup} * pattern.bytes)
            return false;
        pattern.window[g] = lowest;
        const __m512i element =
            _mm512_maskz_srl_epi64(on, _mm512_sub_epi64(delta.group[g], _mm512_set1_epi64(lowest)), shift);
        _mm256_store_si256(place, _mm512_cvtepi64_epi32(element));
        const __m512i bit = _mm512_maskz_sllv_epi64(on, _mm512_set1_epi64(1), element);
        pattern.needed |= (static_cast<std::uint32_t>(_mm512_reduce_or_epi64(bit)) & 0xffU) << (8 * g);
    }
    return true;
}

inline __m512i eightAddresses(const std::int64_t* lanes) { return _mm512_load_si512(lanes); }
inline __m512i eightAddresses(const std::int32_t* lanes) {
    return _mm512_cvtepi32_epi64(_mm256_load_si256(reinterpret_cast<const __m256i*>(lanes)));
}

/// Low words of 16 lanes.
inline __m512i narrowed(__m512i low, __m512i high) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(low)), _mm512_cvtepi64_epi32(high), 1);
}

/// As AccessPattern::learn(), of the lanes' addresses in a register.
template <typename Address>
inline void learnAvx512(AccessPattern& pattern, const Address* address, LaneMask active, unsigned bytes) {
    const __m512i base = _mm512_set1_epi64(std::int64_t{address[static_cast<unsigned>(__builtin_ctz(active))]});
    pattern.mask = active;
    pattern.bytes = static_cast<std::uint8_t>(bytes);
    Distances delta;
    for (unsigned g = 0; g < AccessPattern::kGroups; ++g) {
        delta.group[g] =
            _mm512_maskz_sub_epi64(static_cast<__mmask8>(active >> (8 * g)), eightAddresses(address + 8 * g), base);
        _mm512_store_si512(pattern.delta.data() + 8 * g, delta.group[g]);
    }
    _mm512_store_si512(pattern.delta32.data(), narrowed(delta.group[0], delta.group[1]));
    _mm512_store_si512(pattern.delta32.data() + kWarpSize / 2, narrowed(delta.group[2], delta.group[3]));
    // Inactive lanes count as the first active one, which is at distance 0.
    const auto all = [&](auto f) { return f(f(delta.group[0], delta.group[1]), f(delta.group[2], delta.group[3])); };
    const __m512i low = all([](__m512i a, __m512i b) { return _mm512_min_epi64(a, b); });
    const __m512i high = all([](__m512i a, __m512i b) { return _mm512_max_epi64(a, b); });
    const __m512i bits = all([](__m512i a, __m512i b) { return _mm512_or_si512(a, b); });
    pattern.low = _mm512_reduce_min_epi64(low);
    pattern.high = static_cast<std::int64_t>(static_cast<std::uint64_t>(_mm512_reduce_max_epi64(high)) + bytes);
    pattern.aligned = _mm512_test_epi64_mask(bits, _mm512_set1_epi64(static_cast<std::int64_t>(bytes) - 1)) == 0;
    const bool scattered = !pattern.aligned || (active == kAllLanes && farApart(delta, bytes));
    if (scattered || !findWindows(pattern, delta))
        pattern.scatter();
    else
        pattern.classify();
}

/// One step of a bitonic sort of 32 words of 16 bits: lane i and lane i ^ J, ascending where bit K of i is clear.
template <unsigned K, unsigned J>
inline __m512i sortStep(__m512i words) {
    constexpr auto kGreater = [] {
        std::uint32_t mask = 0;
        for (unsigned i = 0; i < kWarpSize; ++i) mask |= ((i & J) != 0) != ((i & K) != 0) ? 1U << i : 0;
        return static_cast<__mmask32>(mask);
    }();
    __m512i other;
    if constexpr (J == 1) other = _mm512_rol_epi32(words, 16);
    if constexpr (J == 2) other = _mm512_shuffle_epi32(words, _MM_PERM_CDAB);
    if constexpr (J == 4) other = _mm512_shuffle_epi32(words, _MM_PERM_BADC);
    if constexpr (J == 8) other = _mm512_shuffle_i64x2(words, words, _MM_PERM_CDAB);
    if constexpr (J == 16) other = _mm512_shuffle_i64x2(words, words, _MM_PERM_BADC);
    words = _mm512_mask_max_epu16(_mm512_min_epu16(words, other), kGreater, words, other);
    if constexpr (J > 1)
        return sortStep<K, J / 2>(words);
    else
        return words;
}
inline __m512i sortWords(__m512i words) {
    words = sortStep<2, 1>(words);
    words = sortStep<4, 2>(words);
    words = sortStep<8, 4>(words);
    words = sortStep<16, 8>(words);
    return sortStep<32, 16>(words);
}

/// Wavefronts of aligned four-byte accesses to the first 256 KiB, which is more than any GPU has; none for others.
inline SharedCost computeSharedAvx512(AccessPattern& pattern, std::uint64_t first) {
    constexpr std::uint64_t kBytes = 4ULL << 16;
    if (pattern.bytes != 4 || !pattern.aligned || first % 4 != 0 || !isWithin(pattern, first, 0, kBytes)) return {};
    // The bank comes first, so that the words of a bank stand together when they are sorted.
    const __m512i base = _mm512_set1_epi32(static_cast<int>(first));
    const auto rotated = [&](unsigned i) {
        const __m512i address = _mm512_add_epi32(_mm512_load_si512(pattern.delta32.data() + i), base);
        return _mm512_cvtepi32_epi16(_mm512_or_si512(_mm512_srli_epi32(address, 7), _mm512_slli_epi32(address, 9)));
    };
    const __m512i words = sortWords(_mm512_inserti64x4(_mm512_castsi256_si512(rotated(0)), rotated(16), 1));
    const __m512i before = _mm512_alignr_epi8(words, _mm512_alignr_epi64(words, words, 6), 14);
    const __m512i change = _mm512_xor_si512(words, before);
    const std::uint32_t newWord =
        _mm512_test_epi16_mask(change, change) | 1U;  // the first is new whatever is before it
    const std::uint32_t newBank = _mm512_test_epi16_mask(change, _mm512_set1_epi16(static_cast<short>(0xf800))) | 1U;
    // By different word: is it another one of the bank of the word before it? The most such in a row tell the passes.
    std::uint32_t again = ~_pext_u32(newBank, newWord) & ~std::uint32_t{0} >> (kWarpSize - __builtin_popcount(newWord));
    unsigned most = 1;
    for (; again != 0; again &= again << 1) ++most;
    const SharedCost cost{most, 1};
    pattern.know(first, cost);
    return cost;
}

/// How many of 32 words are different from all before them.
inline unsigned differentIn(__m512i low, __m512i high) {
    alignas(64) std::uint32_t word[kWarpSize / 2];
    _mm512_store_si512(word, low);
    const auto repeats = [](__m512i words) {
        const __m512i same = _mm512_conflict_epi32(words);
        return _mm512_test_epi32_mask(same, same);
    };
    unsigned repeatedHigh = repeats(high);
    for (const std::uint32_t other : word)
        repeatedHigh |= _mm512_cmpeq_epi32_mask(high, _mm512_set1_epi32(static_cast<int>(other)));
    return kWarpSize - static_cast<unsigned>(__builtin_popcount(repeats(low) | repeatedHigh << 16));
}

/// Sectors and unique bytes of aligned accesses that lie within four gigabytes; 0 for others.
inline unsigned computeSectorsAvx512(AccessPattern& pattern, std::uint64_t first) {
    const std::uint64_t span = static_cast<std::uint64_t>(pattern.high) - static_cast<std::uint64_t>(pattern.low);
    if (!pattern.aligned || first % pattern.bytes != 0 || span >= 0xffff'0000U) return 0;
    // Counted from the beginning of the lowest sector; lanes that take no part stand where the first one does.
    const std::uint64_t start = (first + static_cast<std::uint64_t>(pattern.low)) / kSectorBytes * kSectorBytes;
    const __m512i base = _mm512_set1_epi64(static_cast<std::int64_t>(first - start));
    const auto group = [&](unsigned g) {
        return _mm512_add_epi64(_mm512_load_si512(pattern.delta.data() + 8 * g), base);
    };
    const __m512i low = narrowed(group(0), group(1));
    const __m512i high = narrowed(group(2), group(3));
    const unsigned sectors = differentIn(_mm512_srli_epi32(low, 5), _mm512_srli_epi32(high, 5));
    const unsigned different = sectors == kWarpSize ? kWarpSize : differentIn(low, high);
    pattern.uniqueBytes = static_cast<std::uint16_t>(different * pattern.bytes);
    pattern.know(first, sectors);
    return sectors;
}

#endif

}  // namespace lanescope::simt::LANESCOPE_ISA
