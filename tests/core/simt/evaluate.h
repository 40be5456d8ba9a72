// SPDX-License-Identifier: GPL-3.0-or-later
// One instruction's result, with all handlers that this machine can run, in full and in partial warps.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <optional>

#include "core/simt/handlers/handlers.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {

/// Result that `body` leaves in register `result` (stored as `type`), the same in all threads of all variants.
template <typename T>
T evaluate(const std::string& body, const std::string& result, const std::string& type) {
    std::optional<T> value;
    const HandlerSet limit = limitHandlers(HandlerSet::Baseline);
    for (const HandlerSet set : {HandlerSet::Baseline, HandlerSet::Avx2, HandlerSet::Avx512}) {
        if (set > bestHandlerSet()) continue;
        limitHandlers(set);
        for (const std::uint32_t threads : {32U, 5U}) {
            Trial run{.body =
                          "ld.param.u64 %d18, [a];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d19, %r0, 8;\nadd.s64 %d19, "
                          "%d18, %d19;\n" +
                          body + "\nst.global." + type + " [%d19], " + result + ";\nret;\n",
                      .block = {threads, 1, 1}};
            const auto bytes = run.ok().template result<std::byte>();
            for (std::uint32_t thread = 0; thread < threads; ++thread) {
                T here;
                std::memcpy(&here, bytes.data() + thread * 8, sizeof(T));
                if (!value) value = here;
                EXPECT_EQ(std::memcmp(&here, &*value, sizeof(T)), 0)
                    << body << " thread " << thread << " of " << threads;
            }
        }
    }
    limitHandlers(limit);
    return *value;
}
inline std::uint32_t r(const std::string& body) { return evaluate<std::uint32_t>(body, "%r9", "u32"); }
inline std::uint64_t d(const std::string& body) { return evaluate<std::uint64_t>(body, "%d9", "u64"); }
inline float f(const std::string& body) { return evaluate<float>(body, "%f9", "f32"); }
inline double g(const std::string& body) { return evaluate<double>(body, "%g9", "f64"); }
inline bool p(const std::string& body) { return r(body + "\nselp.u32 %r9, 1, 0, %p9;") == 1; }
inline std::uint32_t bits(const std::string& body) { return std::bit_cast<std::uint32_t>(f(body)); }

inline std::string hex(float value) {
    char text[16];
    std::snprintf(text, sizeof(text), "0f%08X", std::bit_cast<std::uint32_t>(value));
    return text;
}
inline std::string hex(double value) {
    char text[24];
    std::snprintf(text, sizeof(text), "0d%016llX",
                  static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value)));
    return text;
}

}  // namespace lanescope::simt
