// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>

#include "core/simt/handlers.h"

namespace lanescope::simt {
namespace {
std::atomic<bool> useBaseline{false};
}

void useBaselineHandlers(bool yes) { useBaseline = yes; }

const Handlers& handlers() {
#ifdef LANESCOPE_HAS_AVX2
    static const bool fast = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    if (fast && !useBaseline) return avx2::kHandlers;
#endif
    return baseline::kHandlers;
}

}  // namespace lanescope::simt
