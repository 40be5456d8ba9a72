// SPDX-License-Identifier: GPL-3.0-or-later
// What pattern_lanes.h does, in AVX-512's (and where it says so AVX2's) own words: compilers do not find them. Included
// only by pattern_lanes.h.
#pragma once

#include <cstring>

#include "core/simt/lanes.h"

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

template <typename R>
inline void gatherScatteredAvx512(LaneMask active, R* to, const std::byte* at, const AccessPattern& pattern) {
    if constexpr (sizeof(R) == 4) {
        const auto group = [&](unsigned g) {
            return _mm512_mask_i64gather_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(to + 8 * g)),
                                               static_cast<__mmask8>(active >> (8 * g)),
                                               _mm512_load_si512(pattern.delta.data() + 8 * g), at, 1);
        };
        for (unsigned half = 0; half < 2; ++half)
            _mm512_store_si512(to + 16 * half,
                               _mm512_inserti64x4(_mm512_castsi256_si512(group(2 * half)), group(2 * half + 1), 1));
    } else {
        for (unsigned g = 0; g < AccessPattern::kGroups; ++g)
            _mm512_store_si512(to + 8 * g, _mm512_mask_i64gather_epi64(
                                               _mm512_load_si512(to + 8 * g), static_cast<__mmask8>(active >> (8 * g)),
                                               _mm512_load_si512(pattern.delta.data() + 8 * g), at, 1));
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

/// As AccessPattern::learn(), of 32 addresses.
inline void learnAvx512(AccessPattern& pattern, const void* address, LaneMask active, unsigned bytes) {
    const auto* const lanes = static_cast<const std::int64_t*>(address);
    const __m512i base = _mm512_set1_epi64(lanes[static_cast<unsigned>(__builtin_ctz(active))]);
    pattern.mask = active;
    pattern.bytes = static_cast<std::uint8_t>(bytes);
    Distances delta;
    for (unsigned g = 0; g < AccessPattern::kGroups; ++g) {
        delta.group[g] =
            _mm512_maskz_sub_epi64(static_cast<__mmask8>(active >> (8 * g)), _mm512_loadu_si512(lanes + 8 * g), base);
        _mm512_store_si512(pattern.delta.data() + 8 * g, delta.group[g]);
        _mm256_store_si256(reinterpret_cast<__m256i*>(pattern.delta32.data() + 8 * g),
                           _mm512_cvtepi64_epi32(delta.group[g]));
    }
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

/// 32 words in two vectors.
struct Words {
    __m512i low, high;
};

/// One step of a bitonic sort: lane i and lane i ^ J, ascending where bit K of i is clear.
template <unsigned K, unsigned J>
inline void sortStep(Words& words) {
    if constexpr (J == 16) {
        const __m512i least = _mm512_min_epu32(words.low, words.high);
        words.high = _mm512_max_epu32(words.low, words.high);
        words.low = least;
    } else {
        constexpr auto greater = [](unsigned base) {
            unsigned mask = 0;
            for (unsigned i = 0; i < 16; ++i) mask |= (((i & J) != 0) != (((i + base) & K) != 0) ? 1U : 0U) << i;
            return static_cast<__mmask16>(mask);
        };
        constexpr __mmask16 kGreaterLow = greater(0);
        constexpr __mmask16 kGreaterHigh = greater(16);
        const __m512i partner = _mm512_xor_si512(
            _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), _mm512_set1_epi32(J));
        const auto step = [&](__m512i mine, __mmask16 takeGreater) {
            const __m512i other = _mm512_permutexvar_epi32(partner, mine);
            return _mm512_mask_max_epu32(_mm512_min_epu32(mine, other), takeGreater, mine, other);
        };
        words.low = step(words.low, kGreaterLow);
        words.high = step(words.high, kGreaterHigh);
    }
    if constexpr (J > 1) sortStep<K, J / 2>(words);
}

inline void sortWords(Words& words) {
    sortStep<2, 1>(words);
    sortStep<4, 2>(words);
    sortStep<8, 4>(words);
    sortStep<16, 8>(words);
    sortStep<32, 16>(words);
}

/// Where another value begins in a sorted sequence.
struct Differences {
    __mmask16 low, high;
};
inline Differences differencesIn(const Words& words) {
    const __mmask16 low = _mm512_cmpneq_epi32_mask(words.low, _mm512_alignr_epi32(words.low, words.low, 15));
    const __mmask16 high = _mm512_cmpneq_epi32_mask(words.high, _mm512_alignr_epi32(words.high, words.low, 15));
    return {static_cast<__mmask16>(low | 1U), high};  // the first begins one whatever it is compared with
}
inline unsigned differentIn(const Words& words) {
    const Differences different = differencesIn(words);
    return static_cast<unsigned>(__builtin_popcount(different.low) + __builtin_popcount(different.high));
}

/// Wavefronts of aligned four-byte accesses; none for others.
inline SharedCost computeSharedAvx512(AccessPattern& pattern, std::uint64_t first) {
    if (pattern.bytes != 4 || !pattern.aligned || first % 4 != 0) return {};
    const __m256i base = _mm256_set1_epi32(static_cast<int>(first));
    const auto group = [&](unsigned g) {
        return _mm256_add_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(pattern.delta32.data() + 8 * g)),
                                base);
    };
    // The bank comes first, so that the words of a bank stand together when they are sorted.
    const auto rotated = [&](unsigned g) {
        const __m512i words = _mm512_inserti64x4(_mm512_castsi256_si512(group(g)), group(g + 1), 1);
        return _mm512_ror_epi32(words, 7);
    };
    Words words{rotated(0), rotated(2)};
    sortWords(words);
    // Each different word once, followed by enough of what belongs to no bank.
    alignas(64) std::uint32_t once[2 * kWarpSize + 16];
    const Differences different = differencesIn(words);
    const auto lows = static_cast<unsigned>(__builtin_popcount(different.low));
    const unsigned count = lows + static_cast<unsigned>(__builtin_popcount(different.high));
    _mm512_storeu_si512(once, _mm512_maskz_compress_epi32(different.low, words.low));
    _mm512_storeu_si512(once + lows, _mm512_maskz_compress_epi32(different.high, words.high));
    // A bank has more than `most` words if two so far apart are of one bank.
    unsigned most = 1;
    const auto sameBank = [&](unsigned i) {
        const __m512i difference = _mm512_xor_si512(_mm512_loadu_si512(once + i), _mm512_loadu_si512(once + i + most));
        return _mm512_testn_epi32_mask(difference, _mm512_set1_epi32(static_cast<int>(0xf8000000U)));
    };
    const auto moreThanMost = [&] {
        const std::uint32_t pairs = sameBank(0) | std::uint32_t{sameBank(16)} << 16;
        return most < count && (pairs & (~0U >> (kWarpSize - (count - most)))) != 0;
    };
    while (moreThanMost()) ++most;
    const SharedCost cost{most, 1};
    pattern.know(first, cost);
    return cost;
}

/// Sectors and unique bytes of aligned accesses that lie within four gigabytes; 0 for others.
inline unsigned computeSectorsAvx512(AccessPattern& pattern, std::uint64_t first) {
    const std::uint64_t span = static_cast<std::uint64_t>(pattern.high) - static_cast<std::uint64_t>(pattern.low);
    if (!pattern.aligned || first % pattern.bytes != 0 || span >= 0xffff'0000U) return 0;
    // Counted from the beginning of the lowest sector; lanes that take no part stand where the first one does.
    const std::uint64_t start = (first + static_cast<std::uint64_t>(pattern.low)) / kSectorBytes * kSectorBytes;
    const __m512i base = _mm512_set1_epi64(static_cast<std::int64_t>(first - start));
    const auto group = [&](unsigned g) {
        return _mm512_cvtepi64_epi32(_mm512_add_epi64(_mm512_load_si512(pattern.delta.data() + 8 * g), base));
    };
    Words words{_mm512_inserti64x4(_mm512_castsi256_si512(group(0)), group(1), 1),
                _mm512_inserti64x4(_mm512_castsi256_si512(group(2)), group(3), 1)};
    sortWords(words);
    pattern.uniqueBytes = static_cast<std::uint16_t>(differentIn(words) * pattern.bytes);
    words = {_mm512_srli_epi32(words.low, 5), _mm512_srli_epi32(words.high, 5)};
    const unsigned sectors = differentIn(words);
    pattern.know(first, sectors);
    return sectors;
}

#endif

}  // namespace lanescope::simt::LANESCOPE_ISA
