// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>

#include "core/simt/handlers/handlers.h"

namespace lanescope::simt {
namespace {

std::atomic<HandlerSet> limit{HandlerSet::Avx512};

#ifdef LANESCOPE_HAS_AVX
HandlerSet supported() {
    const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                      __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
                      __builtin_cpu_supports("popcnt") != 0;
    const bool avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                        __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                        __builtin_cpu_supports("avx512vl") != 0;
    return !avx2 ? HandlerSet::Baseline : avx512 ? HandlerSet::Avx512 : HandlerSet::Avx2;
}
#endif

}  // namespace

HandlerSet bestHandlerSet() {
#ifdef LANESCOPE_HAS_AVX
    static const HandlerSet best = supported();
    return best;
#else
    return HandlerSet::Baseline;
#endif
}

HandlerSet limitHandlers(HandlerSet most) { return limit.exchange(most); }

const Handlers& handlers() {
#ifdef LANESCOPE_HAS_AVX
    switch (std::min(bestHandlerSet(), limit.load())) {
        case HandlerSet::Avx512: return avx512::kHandlers;
        case HandlerSet::Avx2: return avx2::kHandlers;
        case HandlerSet::Baseline: break;
    }
#endif
    return baseline::kHandlers;
}

}  // namespace lanescope::simt
